import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/**
 * Units of one payer that no day’s total has yet, from one moment to another. They lie within one day, on one side of
 * each end of the payer's period, and are all too old or all not: one answer holds for where they are booked.
 */
export type Uncounted = {
  readonly payer: string
  readonly at: Date
  /** As the database writes them, which has more digits than `Date`. */
  readonly from: string
  readonly until: string
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** One at a time counts, until its transaction ends. */
export const lockCounting = <T>(tx: Tx<T>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('billing counting', 0))`.execute(tx)

/** What is not counted, of so many units at the most; those before `oldest` stand by themselves. */
export async function findUncounted<T>(
  tx: Tx<T>,
  limit: number,
  oldest: Date,
): Promise<readonly Uncounted[]> {
  const { rows } = await sql<Uncounted>`
    select payer_did as payer, min(occurred_at) as at, min(occurred_at)::text as from,
      max(occurred_at)::text as until, s.period_start as "periodStart", s.period_end as "periodEnd"
    from (
      select payer_did, occurred_at from billing.usage_event
      where not counted order by payer_did, occurred_at limit ${limit}
    ) as e left join billing.subscription s on s.vasp_did = payer_did
    group by payer_did, s.period_start, s.period_end, (occurred_at at time zone 'UTC')::date,
      occurred_at >= s.period_start, occurred_at >= s.period_end, occurred_at < ${oldest}`.execute(
    tx,
  )
  return rows
}

/** Where units are booked. */
export type Booking = Pick<Uncounted, 'payer' | 'from' | 'until'> & { readonly day: string }
/** What was booked on a day: how many units, and how many of them are billed. */
type Booked = { readonly payer: string; readonly day: string; count: number; units: number }

/** Notes on which day units are billed. @returns those that were not counted until now */
export async function storeBookings<T>(
  tx: Tx<T>,
  bookings: readonly Booking[],
): Promise<readonly Booked[]> {
  const { rows } = await sql<Booked>`
    with marked as (
      -- What is not billed is never late: it stays on the day when it happened.
      update billing.usage_event e set counted = true, booked_on = case when e.billable then b.day
        else (e.occurred_at at time zone 'UTC')::date end
      from unnest(${bookings.map(({ payer }) => payer)}::text[],
        ${bookings.map(({ from }) => from)}::timestamptz[],
        ${bookings.map(({ until }) => until)}::timestamptz[],
        ${bookings.map(({ day }) => day)}::date[]) as b (payer, from_at, until_at, day)
      where not e.counted and e.payer_did = b.payer and e.occurred_at between b.from_at and b.until_at
      returning e.payer_did, e.booked_on, e.units, e.billable
    )
    select payer_did as payer, to_char(booked_on, 'YYYY-MM-DD') as day, count(*)::int as count,
      coalesce(sum(units) filter (where billable), 0)::int as units
    from marked group by payer_did, booked_on`.execute(tx)
  return rows
}

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
