import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'

/** A transfer that a company is charged for. */
export type Usage = {
  readonly did: string
  /** The transfer's own. */
  readonly transferId: string
  readonly at: Date
  readonly plan: string
}

/** Adds a unit; does nothing where it is there. Any transaction of the product will do. */
export const addUnit = <T>(tx: Tx<T>, { did, transferId, at, plan }: Usage) =>
  sql`insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at)
    values (${did}, ${transferId}, 'transfer', ${did}, ${plan}, true, 1, ${at})
    on conflict do nothing`.execute(tx)

/** Units of a company from a moment on, and before another. */
export async function unitsIn(
  tx: BillingTx,
  did: string,
  from: Date,
  until: Date,
): Promise<number> {
  const { units } = await tx
    .selectFrom('billing.usage_event')
    .select(sql<number>`coalesce(sum(units), 0)::int`.as('units'))
    .where('vasp_did', '=', did)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', until)
    .executeTakeFirstOrThrow()
  return units
}
