import type { BilledCompany } from '@countersign/contracts/billing'
import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'

/** A company that pays or has sent something, with what we know of it. */
export type BilledRow = {
  readonly did: string
  readonly plan: string | null
  readonly status: BilledCompany['status'] | null
  readonly pastDueSince: Date | null
  readonly endsAt: Date | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly provider: BilledCompany['provider']
  readonly customerId: string | null
  readonly subscriptionId: string | null
  readonly used: number
  readonly untracked: number
  readonly drifts: number
  readonly readAt: Date | null
  /** Where the row stands in the list: late payments first. */
  readonly rank: number
}

/** What of them is wanted. */
type Wanted = {
  /** Those of these companies. */
  readonly among: readonly string[] | null
  readonly status: string | null
  readonly at: Date
  readonly month: { readonly start: Date; readonly end: Date }
  readonly after: { readonly rank: number; readonly did: string } | undefined
  readonly limit: number
}

/** A page of what companies pay for and use. Only the network's transaction sees them all. */
export async function findBilled(
  tx: BillingTx,
  provider: string,
  { among, status, at, month, after, limit }: Wanted,
): Promise<readonly BilledRow[]> {
  // Companies of the ledger are found one after another through its key: it may have millions of rows.
  const { rows } = await sql<BilledRow>`
    with recursive sender (did) as (
      (select vasp_did from billing.usage_event order by vasp_did limit 1)
      union all
      select (select vasp_did from billing.usage_event where vasp_did > sender.did order by vasp_did limit 1)
      from sender where sender.did is not null
    ), known as (
      select did from sender where did is not null
      union select vasp_did from billing.customer where provider = ${provider}
    ), page as (
      select * from (
        select known.did, s.plan, s.status, s.past_due_since as "pastDueSince", s.ends_at as "endsAt",
          s.period_start as "periodStart", s.period_end as "periodEnd", c.provider,
          c.customer_id as "customerId", case when s.vasp_did = known.did then s.subscription_id end as "subscriptionId", c.read_at as "readAt",
          case coalesce(s.status, 'none') when 'past_due' then 0 when 'unpaid' then 1
            when 'none' then 3 else 2 end as rank
        from known
        left join billing.customer c on c.vasp_did = known.did and c.provider = ${provider}
        left join billing.subscription s on s.vasp_did = billing.payer_on(known.did, ${at})
        where (${status}::text is null or coalesce(s.status, 'none') = ${status})
          and (${among === null} or known.did = any(${[...(among ?? [])]}::text[]))
      ) as billed
      where (rank, did) > (${after?.rank ?? -1}::int, ${after?.did ?? ''}) order by rank, did limit ${limit}
    )
    select page.*,
      (select coalesce(sum(units), 0)::int from billing.usage_event e
        where e.payer_did = billing.payer_on(page.did, ${at})
        and occurred_at >= ${month.start} and occurred_at < ${month.end}) as used,
      (select coalesce(sum(total - sent_total), 0)::int from billing.usage_day d
        where d.vasp_did = page.did and d.total > d.sent_total) as untracked,
      (select count(*)::int from billing.drift d
        where d.payer_did = page.did and d.closed_at is null) as drifts
    from page order by rank, did`.execute(tx)
  return rows
}
