import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** A transfer that a company is charged for. */
export type Usage = {
  readonly did: string
  /** The transfer's own. */
  readonly transferId: string
  readonly at: Date
}

/**
 * Adds a unit under the plan of the moment; does nothing where it is there. It is billed only where a subscription
 * is in use: otherwise it counts for the limits alone. Any transaction of the product will do.
 */
export const addUnit = <T>(tx: Tx<T>, { did, transferId, at }: Usage) =>
  sql`insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at)
    select ${did}, ${transferId}::uuid, 'transfer', ${did}, coalesce(min(plan), 'free'), count(*) > 0, 1,
      ${at}::timestamptz
    from billing.subscription where vasp_did = ${did}
      and (status in ('active', 'trialing', 'in_trial', 'past_due')
        or status = 'canceled' and ends_at > ${at}::timestamptz)
    on conflict do nothing`.execute(tx)

/** Chargeable units of a company from a moment on, and before another. Any transaction of the company will do. */
export async function unitsIn<T>(tx: Tx<T>, did: string, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from billing.usage_event
    where vasp_did = ${did} and occurred_at >= ${from} and occurred_at < ${until}`.execute(tx)
  return rows[0]?.units ?? 0
}

/** When the chargeable units of a company since a moment first came to as many; null if they did not. */
export async function reachedAt<T>(
  tx: Tx<T>,
  did: string,
  from: Date,
  units: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(occurred_at) as at from (
      select occurred_at, sum(units) over (order by occurred_at, id) as running
      from billing.usage_event
      where vasp_did = ${did} and occurred_at >= ${from}
    ) as counted where running >= ${units}`.execute(tx)
  return rows[0]?.at ?? null
}
