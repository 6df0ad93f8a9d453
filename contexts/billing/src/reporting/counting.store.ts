import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** A unit of the ledger that no day's total has yet, and the period of who pays for it. */
export type Uncounted = {
  readonly did: string
  readonly id: string
  readonly payer: string
  readonly units: number
  readonly billable: boolean
  readonly at: Date
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** The oldest units that are not counted, for this transaction alone. */
export async function takeUncounted<T>(tx: Tx<T>, limit: number): Promise<readonly Uncounted[]> {
  const { rows } = await sql<Uncounted>`
    select e.vasp_did as did, e.id, payer_did as payer, units, billable, occurred_at as at,
      s.period_start as "periodStart", s.period_end as "periodEnd"
    from billing.usage_event e left join billing.subscription s on s.vasp_did = e.payer_did
    where not counted order by occurred_at limit ${limit} for update of e skip locked`.execute(tx)
  return rows
}

/** Where a unit is booked. */
export type Booking = Pick<Uncounted, 'did' | 'id'> & { readonly day: string }

/** Notes on which day each is billed. */
export const storeBookings = <T>(tx: Tx<T>, bookings: readonly Booking[]) =>
  sql`update billing.usage_event e set counted = true, booked_on = b.day
    from unnest(${bookings.map(({ did }) => did)}::text[], ${bookings.map(({ id }) => id)}::uuid[],
      ${bookings.map(({ day }) => day)}::date[]) as b (did, id, day)
    where e.vasp_did = b.did and e.id = b.id`.execute(tx)

/** Adds to the totals of days: each becomes due, under a new revision. */
export const addToDays = <T>(
  tx: Tx<T>,
  sums: readonly { readonly payer: string; readonly day: string; readonly units: number }[],
  now: Date,
) =>
  sql`insert into billing.usage_day as d (vasp_did, day, total, due_at)
    select payer, day, greatest(units, 0), ${now}::timestamptz
    from unnest(${sums.map(({ payer }) => payer)}::text[], ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ units }) => units)}::int[]) as s (payer, day, units)
    order by payer, day
    on conflict (vasp_did, day) do update set total = greatest(d.total + excluded.total, 0),
      revision = d.revision + 1,
      state = case d.state when 'held' then 'held' else 'pending' end,
      -- What was sent a moment ago is sent again when more has come together.
      due_at = case d.state when 'pending' then d.due_at
        else greatest(${now}::timestamptz, d.due_at) end, attempts = 0`.execute(tx)
