import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { findSettings } from './setting.store.ts'

/** What a beneficiary asks an originator for: items such as `originator.BIRTH`. */
export type NewRequest = {
  readonly items: readonly string[]
  /** As the company's settings say, unless stated. */
  readonly dueInHours?: number | undefined
}

/** By when a request is to be answered. */
export async function dueOf(
  tx: TransactionsTx,
  company: string,
  { dueInHours }: NewRequest,
  at: Date,
): Promise<Date> {
  const hours = dueInHours ?? (await findSettings(tx, company)).dataRequestHours
  return new Date(at.getTime() + hours * 3_600_000)
}

/** Asks for data; what was asked before ends. */
export async function addRequest(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  by: 'PERSON' | 'CLIENT' | 'RULE' | 'SYSTEM',
  items: readonly string[],
  due: Date,
  at: Date,
): Promise<void> {
  await endRequests(tx, transferId, at)
  await sql`insert into transactions.data_request (transfer_id, no, by_did, by_kind, items, at, due_at)
    select ${transferId}, coalesce(max(no), 0) + 1, ${company}, ${by}, ${[...items]}::text[], ${at}, ${due}
    from transactions.data_request where transfer_id = ${transferId}`.execute(tx)
}

const open = (tx: TransactionsTx, transferId: string) =>
  tx
    .updateTable('transactions.data_request')
    .where('transfer_id', '=', transferId)
    .where('answered_at', 'is', null)
    .where('ended_at', 'is', null)

/** Ends what is still asked of a transfer without an answer. */
export const endRequests = (tx: TransactionsTx, transferId: string, at: Date): Promise<unknown> =>
  open(tx, transferId).set({ ended_at: at }).execute()

/** Ends those that nobody answered in time. */
export const lapseRequests = (tx: TransactionsTx, transferId: string, at: Date): Promise<unknown> =>
  open(tx, transferId).set({ ended_at: at }).where('due_at', '<=', at).execute()

export const answerRequests = (
  tx: TransactionsTx,
  transferId: string,
  at: Date,
): Promise<unknown> => open(tx, transferId).set({ answered_at: at }).execute()

/** The last request for data of each transfer. */
export async function findRequests(tx: TransactionsTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('transactions.data_request')
    .select(['transfer_id', 'by_did', 'items', 'at', 'due_at', 'answered_at', 'ended_at'])
    .distinctOn('transfer_id')
    .where(sql<boolean>`transfer_id = any(${[...ids]}::uuid[])`)
    .orderBy('transfer_id')
    .orderBy('no', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.transfer_id, row]))
}

/** How the last request for data of a transfer stands. */
export async function requestOf(tx: TransactionsTx, transferId: string) {
  const last = (await findRequests(tx, [transferId])).get(transferId)
  if (!last || last.answered_at) return { state: null, due: null, items: [] }
  const { due_at: due, items } = last
  return { state: last.ended_at ? ('LAPSED' as const) : ('OPEN' as const), due, items }
}
