import type { UsageEntry } from '@countersign/contracts/billing'
import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'

/** Units and what of them the provider knows, of one day. */
export type DayUnits = { readonly day: string; readonly units: number; readonly reported: number }

/**
 * A company's units day by day. What is counted stands on the day that it is billed on, the rest on the day
 * that it happened.
 * @param isReported whether a provider is told; otherwise nothing waits
 */
export async function findDays(
  tx: BillingTx,
  did: string,
  { from, to, isReported }: { from: string; to: string; isReported: boolean },
): Promise<DayUnits[]> {
  const { rows } = await sql<DayUnits>`
    with ledger as (
      select coalesce(booked_on, (occurred_at at time zone 'UTC')::date) as day,
        sum(units) as units, coalesce(sum(units) filter (where billable), 0) as billable
      from billing.usage_event
      where vasp_did = ${did}
        and (booked_on >= ${from}::date or booked_on is null)
        and occurred_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by 1
    )
    select to_char(ledger.day, 'YYYY-MM-DD') as day, greatest(units, 0)::int as units,
      (case when ${isReported} then least(coalesce(sent_total, 0) + units - billable, greatest(units, 0))
        else greatest(units, 0) end)::int as reported
    from ledger left join billing.usage_day on vasp_did = ${did} and usage_day.day = ledger.day
    where ledger.day >= ${from}::date and ledger.day < ${to}::date
    order by ledger.day`.execute(tx)
  return rows
}

/** The same of all companies that one pays for, each by itself; what is counted is reported with the day. */
export async function findDaysByCompany(
  tx: BillingTx,
  payer: string,
  { from, to, isReported }: { from: string; to: string; isReported: boolean },
): Promise<(DayUnits & { did: string })[]> {
  const { rows } = await sql<DayUnits & { did: string }>`
    with ledger as (
      select vasp_did as did, coalesce(booked_on, (occurred_at at time zone 'UTC')::date) as day, sum(units) as units,
        coalesce(sum(units) filter (where not billable or counted), 0) as known
      from billing.usage_event
      where payer_did = ${payer}
        and occurred_at >= (${from}::date - 40)::timestamp at time zone 'UTC'
        and occurred_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by 1, 2
    )
    select did, to_char(ledger.day, 'YYYY-MM-DD') as day, greatest(units, 0)::int as units,
      greatest(case when not ${isReported} or d.state in ('sent', 'confirmed') then least(known, units)
        else 0 end, 0)::int as reported
    from ledger left join billing.usage_day d on d.vasp_did = ${payer} and d.day = ledger.day
    where ledger.day >= ${from}::date and ledger.day < ${to}::date
    order by ledger.day, did`.execute(tx)
  return rows
}

/** The same of one company by what was transferred; null where that is not known. */
export async function findDaysByAsset(
  tx: BillingTx,
  did: string,
  { from, to, isReported }: { from: string; to: string; isReported: boolean },
): Promise<(DayUnits & { asset: string | null })[]> {
  const { rows } = await sql<DayUnits & { asset: string | null }>`
    with ledger as (
      select asset, payer_did, coalesce(booked_on, (occurred_at at time zone 'UTC')::date) as day, sum(units) as units,
        coalesce(sum(units) filter (where not billable or counted), 0) as known
      from billing.usage_event
      where vasp_did = ${did}
        and occurred_at >= (${from}::date - 40)::timestamp at time zone 'UTC'
        and occurred_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by 1, 2, 3
    )
    select asset, to_char(ledger.day, 'YYYY-MM-DD') as day, greatest(sum(units), 0)::int as units,
      greatest(sum(case when not ${isReported} or d.state in ('sent', 'confirmed') then least(known, units)
        else 0 end), 0)::int as reported
    from ledger left join billing.usage_day d on d.vasp_did = payer_did and d.day = ledger.day
    where ledger.day >= ${from}::date and ledger.day < ${to}::date
    group by ledger.day, asset order by ledger.day, asset`.execute(tx)
  return rows
}

/** The units of some days that a provider knows of, and those that it has still to be told. */
export async function findReported(
  tx: BillingTx,
  did: string,
  from: Date,
  until: Date,
): Promise<{ reported: number; waiting: number }> {
  const { rows } = await sql<{ reported: number; waiting: number }>`
    with sent as (
      select coalesce(sum(sent_total), 0) as reported, coalesce(sum(total - sent_total), 0) as waiting
      from billing.usage_day where vasp_did = ${did}
        and day >= (${from}::timestamptz at time zone 'UTC')::date
        and day < (${until}::timestamptz at time zone 'UTC')::date
    ), uncounted as (
      select coalesce(sum(units), 0) as units from billing.usage_event
      where payer_did = ${did} and billable and not counted
        and occurred_at >= ${from} and occurred_at < ${until}
    )
    select reported::int, greatest(waiting + units, 0)::int as waiting from sent, uncounted`.execute(
    tx,
  )
  return rows[0] ?? { reported: 0, waiting: 0 }
}

/** Where a page of the ledger ends: a time as PostgreSQL spells it, and an ID. */
export type LedgerPlace = { readonly at: string; readonly id: string }

/** A page of the ledger, newest first. */
export async function findEntries(
  tx: BillingTx,
  did: string,
  { from, to, after, limit }: { from: string; to: string; after?: LedgerPlace; limit: number },
): Promise<(UsageEntry & { place: string })[]> {
  const { rows } = await sql<
    Omit<UsageEntry, 'at' | 'late'> & { place: string; occurred: Date; late: boolean }
  >`
    select id, kind, units, plan, billable, occurred_at as occurred, occurred_at::text as place,
      to_char(booked_on, 'YYYY-MM-DD') as booked_on,
      coalesce(booked_on > (occurred_at at time zone 'UTC')::date + 1, false) as late
    from billing.usage_event
    where vasp_did = ${did}
      and occurred_at >= ${from}::date::timestamp at time zone 'UTC'
      and occurred_at < ${to}::date::timestamp at time zone 'UTC'
      and (${after?.at ?? null}::timestamptz is null
        or (occurred_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by occurred_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ occurred, ...row }) => ({ ...row, at: occurred.toISOString() }))
}
