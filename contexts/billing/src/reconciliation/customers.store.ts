import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingProvider } from '../provider/index.ts'

/** Our customers at a provider: their IDs, and whose they are. */
export async function findKnown<T>(tx: Tx<T>, provider: BillingProvider['name']) {
  const { rows } = await sql<{ id: string; did: string }>`
    select customer_id as id, vasp_did as did from billing.customer where provider = ${provider}`.execute(
    tx,
  )
  return new Map(rows.map(({ id, did }) => [id, did]))
}

/** Keeps differences open whose customers are there still, and of nobody we know. */
export const touchUnknown = <T>(tx: Tx<T>, ids: readonly string[], now: Date) =>
  sql`update billing.drift set last_seen_at = ${now}
    where kind = 'unknown_customer' and closed_at is null and customer_id = any(${[...ids]}::text[])`.execute(
    tx,
  )

/** Closes differences about customers that a comparison of all no longer found. */
export const closeKnown = <T>(tx: Tx<T>, now: Date) =>
  sql`update billing.drift set closed_at = ${now}, decided_by = coalesce(decided_by, 'system'),
      action = coalesce(action, 'gone')
    where kind in ('unknown_customer', 'duplicate_customer') and closed_at is null
      and last_seen_at < ${now}`.execute(tx)
