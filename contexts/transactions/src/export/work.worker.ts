import { createHash, type Hash } from 'node:crypto'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { Filter } from '@countersign/contracts/transactions'
import { type AuditEntry, auditAll } from '@countersign/kit/audit'
import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import type { TransactionsDeps } from '../deps.ts'
import { countUntil, type ExportPage, type ExportPlace, findOldest } from '../list/index.ts'
import { ivms101Of, openUnaudited } from '../opening/index.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import { describe, holdTransfers } from '../transfer/index.ts'
import {
  addPart,
  changeExport,
  type Export,
  findAskedAbout,
  findBusy,
  findOpenExports,
  findParts,
  findSpent,
  keyOf,
  lockExport,
  type Part,
  removeParts,
  whyOf,
} from './export.store.ts'
import { tellRequester } from './notice.ts'
import { keptMs } from './operations.ts'
import { growPart, pathOf, readParts } from './part.ts'
import { allKept } from './person.ts'
import { findFacts } from './plain.store.ts'
import { csvHead, csvLine, plainLine, type Row } from './row.rules.ts'

/** What the worker needs of the world. */
export type ExportDeps = {
  readonly deps: TransactionsDeps
  /** Connected as countersign_relay, which sees which companies have exports and nothing else. */
  readonly relay: TransactionsDatabase
}

/** The hashes of the files that are growing, by export. */
type Hashes = Map<string, { readonly parts: number; readonly hash: Hash }>

/** Transfers of a page, in one transaction; opening personal data writes several rows for each. */
const pageOf = { csv: 30_000, described: 10_000, personal: 1_000 }
/** Transfers that are read and written at a time; three times as many are in memory. */
const chunkOf = { plain: 1_000, described: 500, personal: 250 }
const maxCompanies = 100
/** How often a page is tried before the export fails. */
const maxTries = 10
/** Between two looks for exports, in milliseconds. */
const pauseMs = 500
const breathMs = 5

/**
 * Writes a page of the oldest export of each company, and removes the files of those that are over. A page is noted
 * with the place where it ends, so that a worker that dies leaves it to the next one.
 * @param hashes kept from call to call; a file that another worker began is read again for its hash
 * @returns how many pages were written, or exports ended
 */
export async function workOnExports(
  { deps, relay }: ExportDeps,
  hashes: Hashes = new Map(),
): Promise<number> {
  const now = new Date(deps.clock())
  let worked = 0
  for (const company of await relay.withNobody((tx) => findBusy(tx, now, maxCompanies))) {
    const { withTenant } = deps.database
    for (const spent of await withTenant(company, (tx) => findSpent(tx, company, now))) {
      hashes.delete(spent.id)
      await removeFiles(deps, spent)
    }
    const open = await withTenant(company, (tx) => findOpenExports(tx, company))
    const next = open.find(({ state }) => state !== 'PENDING')
    if (!next) continue
    try {
      await goOn(deps, next, hashes)
      worked++
    } catch (error) {
      deps.log.warn({ event: 'export_failed', err: error })
      const tries = next.tries + 1
      await withTenant(company, (tx) =>
        changeExport(tx, next, { tries, ...(tries >= maxTries && { state: 'FAILED' as const }) }),
      )
    }
  }
  return worked
}

/** Works on exports until stopped. */
export function startExports(exports: ExportDeps): { stop(): Promise<void> } {
  let stopped = false
  const hashes: Hashes = new Map()
  const rounds = everyMinute(
    async () => {
      // Requests come first, so there is a breath between two pages.
      while (!stopped && (await workOnExports(exports, hashes)) > 0) await pause(breathMs)
    },
    (error) => exports.deps.log.warn({ event: 'export_failed', err: error }),
    pauseMs,
  )
  return {
    stop: () => {
      stopped = true
      return rounds.stop()
    },
  }
}

async function goOn(
  deps: TransactionsDeps,
  { vasp_did: company, id }: Export,
  hashes: Hashes,
): Promise<void> {
  const { withTenant } = deps.database
  const grown = await withTenant(company, async (tx) => {
    // Held while a page is written: a cancellation waits, and no other worker writes the same.
    const row = await lockExport(tx, company, id)
    const key = row && keyOf(deps.vault, row)
    if (!row || !key || (row.state !== 'WAITING' && row.state !== 'RUNNING')) return undefined
    if (
      !(await deps.peopleOf(tx, company, [row.requested_by])).has(row.requested_by) &&
      isPerson(row)
    ) {
      await changeExport(tx, row, { state: 'CANCELLED' })
      return undefined
    }
    const parts = await findParts(tx, row)
    const filters = {
      ...Filter.parse(row.filter ?? {}),
      me: row.requested_by,
      now: row.created_at,
      ...(row.kind === 'person' && { ids: await findAskedAbout(tx, row) }),
    }
    const total = row.total ?? (await countUntil(tx, company, filters, row.as_of))
    const no = parts.length + 1
    const before = hashes.get(id)
    // A page that fails leaves the hash of those before it as it was.
    const hash = before?.parts === parts.length ? before.hash.copy() : undefined
    const whole = no === 1 ? createHash('sha256') : hash
    const file = growPart(key, row, no, whole)
    const kind = row.format === 'CSV' ? 'csv' : 'described'
    const limit = pageOf[row.personal_data ? 'personal' : kind]
    let end: ExportPlace | undefined = parts.at(-1)?.last
    let rows = 0
    let isLast = false
    const views: AuditEntry[] = []
    const readOn = () => readChunk(deps, tx, row, { filters, asOf: row.as_of, after: end }, views)
    let reading: Promise<Chunk> | undefined = readOn()
    if (no === 1 && row.format === 'CSV') await file.add(csvHead(row.personal_data))
    const texts: Promise<string>[] = []
    while (reading) {
      const { text, count, last, isFull }: Chunk = await reading
      end = last ?? end
      rows += count
      isLast = !isFull
      // The database reads on while these lines are made, and opened.
      reading = isFull && rows < limit ? readOn() : undefined
      // What is read next is asked for before this thread is busy.
      await setImmediate()
      texts.push(text())
      // Whoever waits for it hears of a failure.
      for (const ahead of [reading, texts.at(-1)]) ahead?.catch(() => undefined)
      while (texts.length > (reading ? 1 : 0)) await file.add((await texts.shift()) ?? '')
    }
    if (views.length > 0) await auditAll(tx, actorOf(row), new Date(deps.clock()), views)
    if (rows > 0 || no === 1) {
      const written = await file.keep(deps.files)
      failpoint('after-export-part-before-record')
      const last = end ?? { at: row.as_of.toISOString(), id: nobody }
      await addPart(tx, row, { ...written, part: no, rows, last })
    }
    await changeExport(tx, row, {
      state: 'RUNNING',
      done: Number(row.done) + rows,
      total,
      tries: 0,
    })
    if (!isLast) return whole && { parts: no, hash: whole }
    const all = await findParts(tx, row)
    const sha256 = (whole ?? (await hashOf(readParts(deps.files, key, row, all)))).digest()
    await finish(deps, tx, row, all, sha256)
    return undefined
  })
  if (grown) hashes.set(id, grown)
  else hashes.delete(id)
}

async function hashOf(pieces: AsyncIterable<Buffer>): Promise<Hash> {
  const hash = createHash('sha256')
  for await (const bytes of pieces) hash.update(bytes)
  return hash
}

const nobody = '00000000-0000-0000-0000-000000000000'
const actorOf = (row: Export) => ({ did: row.requested_by, requestId: row.id })
const isPerson = ({ requested_by }: Export) => !requested_by.startsWith('client:')

/** Transfers that stand in the file behind each other. */
type Chunk = {
  readonly count: number
  readonly last: ExportPlace | undefined
  readonly isFull: boolean
  /** Their lines. */
  text(): Promise<string>
}

/** @param views grows by what the audit chain is to say of personal data that was opened */
async function readChunk(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  row: Export,
  where: Omit<ExportPage, 'limit'>,
  views: AuditEntry[],
): Promise<Chunk> {
  const { vasp_did: company, personal_data: isPersonal, zone, format } = row
  if (format === 'CSV' && !isPersonal) {
    const limit = chunkOf.plain
    const { count, last, facts } = await findFacts(deps, tx, company, { ...where, limit })
    const text = async () => facts().reduce((lines, one) => lines + plainLine(one, zone), '')
    return { count, last, isFull: count === limit, text }
  }
  const limit = chunkOf[isPersonal ? 'personal' : 'described']
  const { sides, last } = await findOldest(tx, company, { ...where, limit })
  return {
    count: sides.length,
    last,
    isFull: sides.length === limit,
    async text() {
      const transfers = await describe(deps, tx, company, sides)
      const named = isPersonal ? await opened(deps, tx, row, transfers, views) : transfers
      const rows = row.kind === 'person' ? await allKept(deps, tx, row, named) : named
      return format === 'JSONL'
        ? rows.reduce((lines, one) => `${lines}${JSON.stringify(one)}\n`, '')
        : rows.reduce((lines, one) => lines + csvLine(one, isPersonal, zone), '')
    },
  }
}

/** The same transfers with the personal data that the company may open; each view is noted, for both companies. */
async function opened(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  row: Export,
  transfers: readonly Row[],
  views: AuditEntry[],
): Promise<Row[]> {
  const why = whyOf(deps.vault, row)
  if (!why) throw new Error(`Export ${row.id} has no reason`)
  const viewer = {
    actor: actorOf(row),
    role: row.role,
    how: 'EXPORT' as const,
    reason: why.code,
    comment: why.comment,
  }
  const openable = transfers.flatMap(({ id, pii }) => (pii.state === 'OPENABLE' ? [id] : []))
  const at = new Date(deps.clock())
  // Held, so that nothing is opened, or noted, of what is erased at the same time.
  await holdTransfers(tx, openable)
  const found = await openUnaudited(tx, row.vasp_did, deps.vault, openable, viewer, at)
  views.push(...found.entries)
  return transfers.map((transfer) => {
    const of = found.opened.get(transfer.id)
    return of ? { ...transfer, ivms101: ivms101Of(of.parts) } : transfer
  })
}

async function finish(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  row: Export,
  parts: readonly Part[],
  sha256: Buffer,
): Promise<void> {
  const expires = new Date(deps.clock() + keptMs)
  await changeExport(tx, row, { state: 'READY', sha256, expires_at: expires })
  await tellRequester(deps, tx, row, {
    rows: parts.reduce((sum, part) => sum + part.rows, 0),
    expires,
  })
}

/** Removes the files of an export, and what its row says of them. One that was never noted may stand behind the last. */
async function removeFiles(deps: TransactionsDeps, spent: Export): Promise<void> {
  await deps.database.withTenant(spent.vasp_did, async (tx) => {
    const row = await lockExport(tx, spent.vasp_did, spent.id)
    if (!row?.has_files) return
    const parts = await findParts(tx, row)
    for (let part = 1; part <= parts.length + 1; part++) await deps.files.remove(pathOf(row, part))
    await removeParts(tx, row)
    const gone = { has_files: false, sealed_key: null, reason: null, filter: null }
    await changeExport(tx, row, {
      ...gone,
      ...(row.state === 'READY' && { state: 'EXPIRED' as const }),
      ...(row.state === 'PENDING' && { state: 'CANCELLED' as const }),
    })
  })
}
