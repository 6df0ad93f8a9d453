import { createHash } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import {
  type CompanyImport,
  type companyImport as contract,
  ImportLine,
  importFormats,
  openPreviews,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import { id, ksuid } from '@countersign/kit/ids'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import { safeName } from '../../document/index.ts'
import type { TrustDatabase, TrustTx } from '../../tables.ts'
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
export async function uploadImport(
  database: TrustDatabase,
  actor: Actor,
  { file }: Input<typeof contract.upload>,
  at: Date,
): Promise<CompanyImport> {
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
  return database.withTenant(network, async (tx) => {
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
    const made = await showImport(tx, importId)
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
export async function showImport(tx: TrustTx, importId: string): Promise<CompanyImport> {
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
export async function listImports(
  tx: TrustTx,
  vault: Vault,
  { cursor, per_page }: Input<typeof contract.list>['query'],
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
export async function listImportLines(
  tx: TrustTx,
  vault: Vault,
  importId: string,
  { cursor, per_page, state }: Input<typeof contract.lines>['query'],
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
export async function confirmImport(
  tx: TrustTx,
  actor: Actor,
  importId: string,
  { alsoLines }: Input<typeof contract.confirm>['body'],
  at: Date,
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
  return showImport(tx, importId)
}

/** Stops an import. A preview is forgotten; what was created stays. @throws 404, 409 */
export async function cancelImport(tx: TrustTx, actor: Actor, importId: string, at: Date) {
  const state = await lockImport(tx, importId)
  if (state !== 'preview' && state !== 'running') throw fail('conflict', `This import is ${state}`)
  if (state === 'preview') await deleteLines(tx, importId)
  await moveImport(tx, importId, 'cancelled', at, { ended: true })
  await noted(tx, actor, 'import.cancel', importId, at)
  return showImport(tx, importId)
}

/** Lets the workers take the created companies back. @throws 404, 409 while it runs or without any */
export async function undoImport(tx: TrustTx, actor: Actor, importId: string, at: Date) {
  const state = await lockImport(tx, importId)
  if (state !== 'finished' && state !== 'cancelled')
    throw fail(
      'conflict',
      state === 'running' ? 'Cancel the import first' : `This import is ${state}`,
    )
  const { counts } = await showImport(tx, importId)
  if (counts.imported === 0) throw fail('conflict', 'This import created no company')
  await moveImport(tx, importId, 'undoing', at, { by: actor.did })
  await noted(tx, actor, 'import.undo', importId, at, { companies: counts.imported })
  return showImport(tx, importId)
}
