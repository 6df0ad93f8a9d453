import { createHash } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import {
  type CompanyImport,
  companyImport as contract,
  ImportLine,
  importFormats,
  openPreviews,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import { id, ksuid } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { safeName } from '../../document/index.ts'
import { handlers, type OwnTransaction } from '../../handlers.ts'
import type { TrustTx } from '../../tables.ts'
import { findImportDuplicates, setDuplicates } from './duplicate.store.ts'
import { readSheet } from './file.ts'
import { candidatesOf } from './import.rules.ts'
import {
  acceptLines,
  countLines,
  countPreviews,
  deleteLines,
  findImport,
  findImports,
  findLines,
  type ImportRow,
  importState,
  insertImport,
  insertLines,
  type LineRow,
  lockUploads,
  moveImport,
  network,
} from './import.store.ts'
import { rejectedLines } from './rejected.ts'

/** A call of the network's. */
type NetworkCall = Pick<OwnTransaction, 'actor' | 'at'> & {
  readonly deps: Pick<Deps, 'database' | 'vault'>
}

/** In the transaction of the network, whose imports are. */
const forNetwork = <T>({ deps }: NetworkCall, work: (tx: TrustTx) => Promise<T>): Promise<T> =>
  deps.database.withTenant(network, work)

/** Files of companies that the network brings in. */
export const companyImport = handlers(contract, {
  upload,
  list: (call, input) => forNetwork(call, (tx) => list(tx, call, input)),
  get: (call, { importId }) => forNetwork(call, (tx) => show(tx, importId)),
  lines: (call, input) => forNetwork(call, (tx) => listLines(tx, call, input)),
  rejected: (call, { importId }) => forNetwork(call, (tx) => rejectedLines(tx, importId)),
  confirm: (call, input) => forNetwork(call, (tx) => confirm(tx, call, input)),
  cancel: (call, { importId }) => forNetwork(call, (tx) => cancel(tx, call, importId)),
  undo: (call, { importId }) => forNetwork(call, (tx) => undo(tx, call, importId)),
})

const noSuchImport = () => fail('not_found', 'No such import')
const importCursor = cursorOf('imports', z.string().check(z.regex(/^imp_\w{27}$/)))
const lineCursor = cursorOf(
  'lines of an import',
  z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
)
/** Lines in one statement. */
const bunch = 500

/**
 * Reads a file and shows what would become of it. Nothing but the preview is stored.
 * @throws 409 when too many previews wait, 413, 422 for a file that is not one of companies
 */
export async function upload(
  call: NetworkCall,
  { file }: Input<typeof contract.upload>,
): Promise<CompanyImport> {
  const { actor, at } = call
  const hash = createHash('sha256')
  const bytes = async function* () {
    for await (const chunk of file.bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  const { format, columns, candidates } = candidatesOf(
    await readSheet({ ...file, bytes: bytes() }),
    at,
  )
  const importId = id('imp', at.getTime())
  const sha256 = hash.digest()
  return forNetwork(call, async (tx) => {
    await lockUploads(tx)
    if ((await countPreviews(tx)) >= openPreviews)
      throw fail(
        'conflict',
        `You already have ${openPreviews} open previews. Confirm or cancel one first.`,
      )
    await insertImport(tx, {
      id: importId,
      fileName: safeName(file.name),
      sha256,
      format,
      columns,
      by: actor.did,
      at,
    })
    for (let start = 0; start < candidates.length; start += bunch)
      await insertLines(
        tx,
        importId,
        candidates
          .slice(start, start + bunch)
          .map((one) => ({ ...one, did: `did:countersign:${ksuid(at.getTime())}` })),
      )
    await setDuplicates(tx, importId, await findImportDuplicates(tx, importId))
    const made = await show(tx, importId)
    await noted(tx, actor, 'import.upload', importId, at, {
      format,
      lines: made.counts.total,
      sha256: sha256.toString('hex'),
    })
    return made
  })
}

const noted = (
  tx: TrustTx,
  actor: Actor,
  action: string,
  object: string,
  at: Date,
  detail: Readonly<Record<string, unknown>> = {},
) => audit(tx, actor, at, { company: network, action, object, detail })

/** One import with how far it is. @throws 404 */
async function show(tx: TrustTx, importId: string): Promise<CompanyImport> {
  const row = await findImport(tx, importId)
  if (!row) throw noSuchImport()
  const [shown] = await withCounts(tx, [row])
  if (!shown) throw noSuchImport()
  return shown
}

async function withCounts(tx: TrustTx, rows: readonly ImportRow[]): Promise<CompanyImport[]> {
  const counted = await countLines(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const counts = { total: 0, ready: 0, duplicate: 0, rejected: 0, imported: 0 }
    const all = { ...counts, skipped: 0, undone: 0, kept: 0 }
    for (const { import_id, state, count } of counted)
      if (import_id === row.id && Object.hasOwn(all, state)) {
        Reflect.set(all, state, count)
        all.total += count
      }
    return {
      id: row.id,
      fileName: row.file_name,
      state: importState(row.state),
      counts: all,
      format: importFormats.find((one) => one === row.format) ?? 'csv',
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      confirmedAt: row.confirmed_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    }
  })
}

/** A page of imports, newest first. */
async function list(
  tx: TrustTx,
  { deps: { vault } }: NetworkCall,
  { query: { cursor, per_page } }: Input<typeof contract.list>,
) {
  const found = await findImports(tx, cursor && importCursor.read(vault, cursor), per_page)
  const page = found.slice(0, per_page)
  const last = page.at(-1)
  return {
    imports: await withCounts(tx, page),
    next: last && found.length > per_page ? importCursor.write(vault, last.id) : null,
  }
}

/** A page of an import's lines. @throws 404 */
async function listLines(
  tx: TrustTx,
  { deps: { vault } }: NetworkCall,
  { importId, query: { cursor, per_page, state } }: Input<typeof contract.lines>,
) {
  if (!(await findImport(tx, importId))) throw noSuchImport()
  const after = cursor ? lineCursor.read(vault, cursor) : 0
  const found = await findLines(tx, importId, { state, after, limit: per_page + 1 })
  const page = found.slice(0, per_page)
  const last = page.at(-1)
  return {
    lines: page.map(lineOut),
    next: last && found.length > per_page ? lineCursor.write(vault, last.line) : null,
  }
}

/** Lines whose company is there, or was. */
const created: readonly string[] = ['imported', 'undone', 'kept']

const lineOut = (row: LineRow): ImportLine =>
  ImportLine.parse({
    line: row.line,
    state: row.state,
    fields: row.profile,
    emailDomains: row.email_domains,
    duplicates: row.duplicates,
    problems: row.problems,
    did: created.includes(row.state) ? row.did : null,
  })

async function lockImport(tx: TrustTx, importId: string) {
  const row = await findImport(tx, importId, true)
  if (!row) throw noSuchImport()
  return importState(row.state)
}

/** Lets the workers import what is ready. @throws 404, 409 when it is no preview any more, 422 */
export async function confirm(
  tx: TrustTx,
  { actor, at }: NetworkCall,
  { importId, body: { alsoLines } }: Input<typeof contract.confirm>,
): Promise<CompanyImport> {
  const state = await lockImport(tx, importId)
  if (state !== 'preview') throw fail('conflict', `This import is ${state}`)
  const accepted = new Set(await acceptLines(tx, importId, alsoLines))
  const other = alsoLines.find((line) => !accepted.has(line))
  if (other !== undefined)
    throw invalid(
      ['body', 'alsoLines', alsoLines.indexOf(other)],
      `Line ${other} isn’t a duplicate by name or domain only`,
    )
  await moveImport(tx, importId, 'running', at, { by: actor.did, confirmed: true })
  await noted(tx, actor, 'import.confirm', importId, at, { alsoLines: accepted.size })
  return show(tx, importId)
}

/** Stops an import. A preview is forgotten; what was created stays. @throws 404, 409 */
async function cancel(tx: TrustTx, { actor, at }: NetworkCall, importId: string) {
  const state = await lockImport(tx, importId)
  if (state !== 'preview' && state !== 'running') throw fail('conflict', `This import is ${state}`)
  if (state === 'preview') await deleteLines(tx, importId)
  await moveImport(tx, importId, 'cancelled', at, { ended: true })
  await noted(tx, actor, 'import.cancel', importId, at)
  return show(tx, importId)
}

/** Lets the workers take the created companies back. @throws 404, 409 while it runs or without any */
export async function undo(tx: TrustTx, { actor, at }: NetworkCall, importId: string) {
  const state = await lockImport(tx, importId)
  if (state !== 'finished' && state !== 'cancelled')
    throw fail(
      'conflict',
      state === 'running' ? 'Cancel the import first' : `This import is ${state}`,
    )
  const { counts } = await show(tx, importId)
  if (counts.imported === 0) throw fail('conflict', 'This import created no company')
  await moveImport(tx, importId, 'undoing', at, { by: actor.did })
  await noted(tx, actor, 'import.undo', importId, at, { companies: counts.imported })
  return show(tx, importId)
}
