import { sql } from 'kysely'
import * as z from 'zod/mini'

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
