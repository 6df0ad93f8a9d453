import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingProvider } from '../provider/index.ts'

/** A customer to compare, with what we know of them. */
export type Compared = {
  readonly did: string
  readonly customer: string
  readonly subscription: string | null
  readonly status: string | null
  readonly plan: string | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  /** The database’s time now. */
  readonly at: Date
}

/** The customer of this payer, or the next one after a DID. */
export async function findCompared<T>(
  tx: Tx<T>,
  provider: BillingProvider['name'],
  { did, after }: { did: string | null; after: string },
): Promise<Compared | undefined> {
  const { rows } = await sql<Compared>`
    select c.vasp_did as did, c.customer_id as customer, s.subscription_id as subscription, s.status, s.plan,
      s.period_start as "periodStart", s.period_end as "periodEnd", clock_timestamp() as at
    from billing.customer c left join billing.subscription s on s.vasp_did = c.vasp_did
    where c.provider = ${provider} and c.vasp_did > ${after}
      and (${did}::text is null or c.vasp_did = ${did})
    order by c.vasp_did limit 1`.execute(tx)
  return rows[0]
}

/** A day as we told it, and whether the provider has had time to count it. */
export type ToldDay = { readonly day: string; readonly units: number; readonly isSettled: boolean }

/** The days since one that the provider was told. */
export async function findTold<T>(tx: Tx<T>, did: string, from: Date, now: Date) {
  const { rows } = await sql<ToldDay>`
    select to_char(day, 'YYYY-MM-DD') as day, sent_total as units,
      state in ('sent', 'confirmed', 'held') and due_at <= ${now}::timestamptz - interval '45 minutes'
        as "isSettled"
    from billing.usage_day where vasp_did = ${did} and day >= (${from}::timestamptz at time zone 'UTC')::date`.execute(
    tx,
  )
  return rows
}

/** Days that no provider takes any more, and were never told. */
export async function findTooOld<T>(tx: Tx<T>, did: string, now: Date) {
  const { rows } = await sql<{ day: string; units: number; sent: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, total as units, sent_total as sent from billing.usage_day
    where vasp_did = ${did} and state = 'pending'
      and day < (${now}::timestamptz at time zone 'UTC')::date - 34`.execute(tx)
  return rows
}

/** What the ledger says of a payer and what its days add up to; both must be equal. */
export async function findSums<T>(tx: Tx<T>, did: string) {
  const { rows } = await sql<{ ledger: number; days: number }>`
    select (select coalesce(sum(units), 0)::int from billing.usage_event
        where payer_did = ${did} and counted and billable) as ledger,
      (select coalesce(sum(total), 0)::int from billing.usage_day where vasp_did = ${did}) as days`.execute(
    tx,
  )
  return rows[0] ?? { ledger: 0, days: 0 }
}

/** Marks a day: it agrees, has to be told again, or waits for the operator. */
export const markDay = <T>(
  tx: Tx<T>,
  did: string,
  day: string,
  state: 'confirmed' | 'pending' | 'held',
  now: Date,
) =>
  sql`update billing.usage_day
    set state = case when ${state} = 'confirmed' and total <> sent_total then 'pending' else ${state} end,
      revision = revision + case ${state} when 'pending' then 1 else 0 end,
      due_at = case ${state} when 'pending' then ${now}::timestamptz else due_at end
    where vasp_did = ${did} and day = ${day}::date
      and (state in ('sent', 'held') or ${state} <> 'confirmed' and state <> 'pending')`.execute(tx)

/** Closes what a comparison of this payer no longer found. */
export const closeGone = <T>(tx: Tx<T>, did: string, now: Date) =>
  sql`update billing.drift set closed_at = ${now}, decided_by = coalesce(decided_by, 'system'),
      action = coalesce(action, 'gone')
    where payer_did = ${did} and closed_at is null and last_seen_at < ${now}
      and kind not in ('unknown_customer', 'duplicate_customer', 'usage_rejected')`.execute(tx)

/** Closes what a provider refused of a day that now agrees. */
export const closeRejected = <T>(tx: Tx<T>, did: string, day: string, now: Date) =>
  sql`update billing.drift set closed_at = ${now}, decided_by = coalesce(decided_by, 'system'),
      action = coalesce(action, 'gone')
    where payer_did = ${did} and kind = 'usage_rejected' and day = ${day}::date and closed_at is null`.execute(
    tx,
  )

/** Units that were booked on a later day than their own, by that one: its period was billed already. */
export async function findLate<T>(tx: Tx<T>, did: string, from: Date) {
  const { rows } = await sql<{ day: string; units: number; booked: string }>`
    select to_char((occurred_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, sum(units)::int as units,
      to_char(max(booked_on), 'YYYY-MM-DD') as booked
    from billing.usage_event
    where payer_did = ${did} and occurred_at >= ${from} and billable and counted
      and booked_on > (occurred_at at time zone 'UTC')::date + 1
    group by (occurred_at at time zone 'UTC')::date`.execute(tx)
  return rows
}

/** A comparison that waits, or was left behind. */
export type Run = { readonly id: string; readonly did: string | null }

/** Takes the oldest comparison that waits; one that was left behind ten minutes ago waits again. */
export async function takeRun<T>(tx: Tx<T>, now: Date): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update billing.reconciliation set started_at = ${now}
    where id = (select id from billing.reconciliation where finished_at is null
        and (started_at is null or started_at < ${now}::timestamptz - interval '10 minutes')
      order by asked_at limit 1 for update skip locked)
    returning id, payer_did as did`.execute(tx)
  return rows[0]
}

/** What a comparison has come to. */
export type Tally = { customers: number; days: number; drifts: number; failed: number }

/** Keeps how far a comparison has come, so that it is not taken for one left behind. */
export const storeTally = <T>(
  tx: Tx<T>,
  id: string,
  { customers, days, drifts, failed }: Tally,
  { now, isDone }: { now: Date; isDone: boolean },
) =>
  sql`update billing.reconciliation set customers = ${customers}, compared_days = ${days},
      drifts = ${drifts}, failed = ${failed},
      started_at = case when ${isDone} then started_at else ${now}::timestamptz end,
      finished_at = case when ${isDone} then ${now}::timestamptz end
    where id = ${id}::uuid`.execute(tx)

/** Asks for the nightly comparison, once a day, from this minute of the day on. */
export const askNightly = <T>(tx: Tx<T>, now: Date, minute: number) =>
  sql`insert into billing.reconciliation (asked_at) select ${now}
    where ${now}::timestamptz >= date_trunc('day', ${now}::timestamptz, 'UTC') + ${minute} * interval '1 minute'
      and not exists (select from billing.reconciliation where payer_did is null
        and asked_at >= date_trunc('day', ${now}::timestamptz, 'UTC'))`.execute(tx)
