import { createSecretKey, type KeyObject } from 'node:crypto'
import {
  rejectedDays,
  UploadKind,
  UploadMode,
  UploadState,
} from '@countersign/contracts/transactions'
import type { Vault } from '@countersign/kit/vault'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

const read = (row: Selectable<DB['transactions.upload']>) => ({
  ...row,
  kind: UploadKind.parse(row.kind),
  mode: UploadMode.parse(row.mode),
  state: UploadState.parse(row.state),
})
/** An upload as it is stored. */
export type StoredUpload = ReturnType<typeof read>
/** Which upload. */
export type Which = Pick<StoredUpload, 'vasp_did' | 'id'>

const dayMs = 86_400_000

const placeOf = ({ vasp_did, id }: Which): string => `transactions upload key ${vasp_did} ${id}`

/** Adds an upload whose lines are to be read. @returns whether none of its kind is under way */
export const addUpload = async (
  tx: TransactionsTx,
  vault: Vault,
  {
    key,
    ...upload
  }: Pick<
    StoredUpload,
    'vasp_did' | 'id' | 'kind' | 'mode' | 'file_name' | 'by_did' | 'created_at'
  > & { readonly key: KeyObject },
): Promise<boolean> =>
  (await tx
    .insertInto('transactions.upload')
    .values({
      ...upload,
      state: 'READING',
      sealed_key: Buffer.from(vault.seal(key.export().toString('base64url'), placeOf(upload))),
      updated_at: upload.created_at,
      rejected_until: new Date(upload.created_at.getTime() + rejectedDays * dayMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** What opens the lines of customers, as long as they are kept. */
export const keyOf = (vault: Vault, upload: StoredUpload): KeyObject | null =>
  upload.sealed_key &&
  createSecretKey(vault.open(upload.sealed_key.toString(), placeOf(upload)), 'base64url')

const rows = (tx: TransactionsTx, company: string) =>
  tx.selectFrom('transactions.upload').selectAll().where('vasp_did', '=', company)

export async function findUpload(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<StoredUpload | undefined> {
  const row = await rows(tx, company).where('id', '=', id).executeTakeFirst()
  return row && read(row)
}

/** The same, held until the transaction ends. */
export async function lockUpload(
  tx: TransactionsTx,
  { vasp_did, id }: Which,
): Promise<StoredUpload | undefined> {
  const row = await rows(tx, vasp_did).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && read(row)
}

export async function findUploads(
  tx: TransactionsTx,
  company: string,
  kind: string,
  limit: number,
): Promise<StoredUpload[]> {
  const found = await rows(tx, company)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map(read)
}

/** An upload with something to do: one that runs, that nobody confirmed in time, or whose lines must go. */
export async function findWork(
  tx: TransactionsTx,
  company: string,
  stale: Date,
): Promise<StoredUpload[]> {
  const found = await rows(tx, company)
    .where('has_lines', '=', true)
    .where((where) =>
      where.or([
        where('state', 'in', ['RUNNING', 'DONE', 'CANCELLED']),
        where('updated_at', '<=', stale),
      ]),
    )
    .orderBy('created_at')
    .execute()
  return found.map(read)
}

/** Companies with such an upload. For the relay. */
export async function findBusy(tx: TransactionsTx, stale: Date, limit: number): Promise<string[]> {
  const found = await tx
    .selectFrom('transactions.upload')
    .select('vasp_did')
    .distinct()
    .where('has_lines', '=', true)
    .where((where) =>
      where.or([
        where('state', 'in', ['RUNNING', 'DONE', 'CANCELLED']),
        where('updated_at', '<=', stale),
      ]),
    )
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
  return found.map(({ vasp_did }) => vasp_did)
}

type Change = Partial<
  Pick<
    StoredUpload,
    | 'state'
    | 'removed'
    | 'done'
    | 'step'
    | 'place'
    | 'sealed_key'
    | 'confirmed_by'
    | 'has_lines'
    | 'updated_at'
    | 'confirmed_at'
    | 'ended_at'
    | 'rejected_until'
  >
>

export const changeUpload = (
  tx: TransactionsTx,
  { vasp_did, id }: Which,
  change: Change,
): Promise<unknown> =>
  tx
    .updateTable('transactions.upload')
    .set(change)
    .where('vasp_did', '=', vasp_did)
    .where('id', '=', id)
    .execute()

/** Why a line is rejected. */
export type Problem = { readonly line: number; readonly reason: string }

/** Adds what became of a page of lines. */
export async function addCounts(
  tx: TransactionsTx,
  { vasp_did, id }: Which,
  counts: { readonly fresh: number; readonly changed: number; readonly present: number },
  problems: readonly Problem[],
  at: Date,
): Promise<void> {
  await sql`update transactions.upload set fresh = fresh + ${counts.fresh}, changed = changed + ${counts.changed},
    present = present + ${counts.present}, rejected = rejected + ${problems.length}, updated_at = ${at}
    where vasp_did = ${vasp_did} and id = ${id}`.execute(tx)
  if (problems.length > 0)
    await sql`insert into transactions.upload_problem (vasp_did, upload_id, line, reason)
      select ${vasp_did}, ${id}, line, reason from unnest(${problems.map(({ line }) => line)}::int[],
        ${problems.map(({ reason }) => reason.slice(0, 300))}::text[]) as t (line, reason)
      on conflict do nothing`.execute(tx)
}

/** Rejected lines after one of them, in the order of the file. */
export const findProblems = (
  tx: TransactionsTx,
  { vasp_did, id }: Which,
  after: number,
  limit: number,
): Promise<Problem[]> =>
  tx
    .selectFrom('transactions.upload_problem')
    .select(['line', 'reason'])
    .where('vasp_did', '=', vasp_did)
    .where('upload_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()

/** Uploads whose rejected lines have been kept long enough. For the relay. */
export const findPast = (tx: TransactionsTx, now: Date, limit: number): Promise<Which[]> =>
  tx
    .selectFrom('transactions.upload')
    .select(['vasp_did', 'id'])
    .where('rejected_until', '<=', now)
    .orderBy('rejected_until')
    .limit(limit)
    .execute()

/** Removes a page of an upload's rejected lines. @returns how many */
export async function removeProblems(
  tx: TransactionsTx,
  { vasp_did, id }: Which,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from transactions.upload_problem
    where vasp_did = ${vasp_did} and upload_id = ${id} and line <= (select max(line) from (
      select line from transactions.upload_problem
      where vasp_did = ${vasp_did} and upload_id = ${id} order by line limit ${limit}) page)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Removes lines of an upload that is over; the rejected ones stay. @returns the last one's place; null: none is left */
export async function removeLines(
  tx: TransactionsTx,
  { vasp_did, id, kind, place }: StoredUpload,
  limit: number,
): Promise<string | null> {
  const isOfAddresses = kind === 'ADDRESSES'
  const table = sql.table(
    isOfAddresses ? 'transactions.upload_address' : 'transactions.upload_customer',
  )
  const key = sql.ref(isOfAddresses ? 'key' : 'ref')
  const after = isOfAddresses ? Buffer.from(place, 'hex') : place
  const { rows: ends } = await sql<{ key: Buffer | string }>`
    select key from (select ${key} as key from ${table}
      where vasp_did = ${vasp_did} and upload_id = ${id} and ${key} > ${after} order by ${key} limit ${limit}) page
    order by key desc limit 1`.execute(tx)
  const end = ends[0]?.key
  if (end === undefined) return null
  await sql`delete from ${table} where vasp_did = ${vasp_did} and upload_id = ${id}
    and ${key} > ${after} and ${key} <= ${end}`.execute(tx)
  return typeof end === 'string' ? end : end.toString('hex')
}

/** Seals the keys of uploads under the server's current main secret. @returns how many were sealed anew */
export async function resealUploads(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  const kept = await rows(tx, company).where('sealed_key', 'is not', null).execute()
  let changed = 0
  for (const row of kept) {
    const sealed = row.sealed_key?.toString() ?? ''
    if (vault.isCurrent(sealed)) continue
    const anew = vault.seal(vault.open(sealed, placeOf(row)), placeOf(row))
    await changeUpload(tx, row, { sealed_key: Buffer.from(anew) })
    changed++
  }
  return changed
}
