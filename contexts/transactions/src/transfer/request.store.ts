import { sql } from 'kysely'
import * as z from 'zod/mini'
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

/** A time as PostgreSQL writes it in JSON. */
const Time = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)

const LastRequest = z.object({
  by_did: z.string(),
  items: z.array(z.string()),
  at: Time,
  due_at: Time,
  answered_at: z.nullable(Time),
  ended_at: z.nullable(Time),
})
/** What a beneficiary asked for last. */
export type LastRequest = z.infer<typeof LastRequest>

/** Reads {@link lastRequest}. */
export const readRequest = (value: unknown): LastRequest | null =>
  value === null ? null : LastRequest.parse(value)

/** The last request for data of a transfer, beside its columns. */
export const lastRequest = sql<unknown>`(select to_jsonb(r) from transactions.data_request r
  where r.transfer_id = transactions.transfer.id order by r.no desc limit 1)`.as('request')

/** How a request stands: nobody waits for one that was answered. */
export function requestState(last: LastRequest | null) {
  if (!last || last.answered_at) return { state: null, due: null, items: [] }
  const { due_at: due, items } = last
  return { state: last.ended_at ? ('LAPSED' as const) : ('OPEN' as const), due, items }
}

/** The last request for data of a transfer. */
export async function findRequest(
  tx: TransactionsTx,
  transferId: string,
): Promise<LastRequest | null> {
  const { rows } = await sql<{ request: unknown }>`select ${lastRequest} from transactions.transfer
    where id = ${transferId}`.execute(tx)
  return readRequest(rows[0]?.request ?? null)
}
