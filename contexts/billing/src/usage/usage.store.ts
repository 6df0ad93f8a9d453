import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import { payerOn } from './payer-on.store.ts'
import type { Period } from './period.rules.ts'

/** A transfer that a company is charged for. */
export type Usage = {
  readonly did: string
  /** The transfer's own. */
  readonly transferId: string
  /** To whom it goes, where that is known: within one payer it is free. */
  readonly counterparty?: string | null | undefined
  /** The symbol of what is transferred. */
  readonly asset?: string | null | undefined
  readonly at: Date
}

/**
 * Adds a unit for whoever pays, under the plan of the moment; does nothing where it is there, or goes to a company of
 * the same payer. It is billed only where a subscription is in use: otherwise it counts for the limits alone. Any
 * transaction of the company will do.
 */
export const addUnit = <T>(
  tx: Tx<T>,
  { did, transferId, counterparty = null, asset = null, at }: Usage,
) =>
  sql`with paid as materialized (select ${payerOn(did, at)} as payer)
    insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at, asset)
    select ${did}, ${transferId}::uuid, 'transfer', payer, coalesce(s.plan, 'free'), s.plan is not null, 1,
      ${at}::timestamptz, ${asset}::text
    from paid
    left join billing.subscription s on s.vasp_did = payer
      and (status in ('active', 'trialing', 'in_trial', 'past_due')
        or status = 'canceled' and ends_at > ${at}::timestamptz)
    where ${counterparty}::text is null or ${payerOn(counterparty ?? did, at)} <> payer
    on conflict do nothing`.execute(tx)

/** Chargeable units of a company from a moment on, and before another. Any transaction of the company will do. */
export async function unitsIn<T>(tx: Tx<T>, did: string, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from billing.usage_event
    where vasp_did = ${did} and occurred_at >= ${from} and occurred_at < ${until}`.execute(tx)
  return rows[0]?.units ?? 0
}

/** The same of all companies that one pays for. */
export async function unitsPaidBy<T>(
  tx: Tx<T>,
  payer: string,
  from: Date,
  until: Date,
): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from billing.usage_event
    where payer_did = ${payer} and occurred_at >= ${from} and occurred_at < ${until}`.execute(tx)
  return rows[0]?.units ?? 0
}

/** Billed units of a company whose payer is another: those that are counted, and those that are not yet. */
export async function unitsPaidFor<T>(
  tx: Tx<T>,
  did: string,
  from: Date,
  until: Date,
): Promise<{ reported: number; waiting: number }> {
  const { rows } = await sql<{ reported: number; waiting: number }>`
    select coalesce(sum(units) filter (where counted), 0)::int as reported,
      coalesce(sum(units) filter (where not counted), 0)::int as waiting
    from billing.usage_event
    where vasp_did = ${did} and payer_did <> ${did} and billable
      and occurred_at >= ${from} and occurred_at < ${until}`.execute(tx)
  return rows[0] ?? { reported: 0, waiting: 0 }
}

/** Chargeable units of all companies of a company’s payer: what a limit counts. Only in that company’s transaction. */
export async function unitsOfGroup<T>(
  tx: Tx<T>,
  at: Date,
  { start, end }: Period,
): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select billing.group_units(${at}, ${start}, ${end}) as units`.execute(tx)
  return rows[0]?.units ?? 0
}

/** When those since a moment first came to as many; null if they did not. Only in that company’s transaction. */
export async function groupReached<T>(
  tx: Tx<T>,
  at: Date,
  since: Date,
  units: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select billing.group_reached(${at}, ${since}, ${units}::int) as at`.execute(tx)
  return rows[0]?.at ?? null
}

/** How many companies one pays for, itself among them if it pays for itself. Any transaction will do. */
export async function companiesOf<T>(tx: Tx<T>, payer: string, at: Date): Promise<number> {
  const { rows } = await sql<{ companies: number }>`
    select count(*)::int as companies
    from (select vasp_did from billing.payer where payer_did = ${payer} union select ${payer}) as one
    where billing.payer_on(vasp_did, ${at}) = ${payer}`.execute(tx)
  return rows[0]?.companies ?? 1
}
