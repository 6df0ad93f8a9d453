import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Requests of one period: those sent in it, and those answered in it. */
export type DiligenceSum = {
  readonly period: string
  readonly sent: number
  readonly answered: number
  /** Half of the answers of this period came within this time; null without any. */
  readonly medianSeconds: number | null
}

type Days = { readonly from: string; readonly to: string; readonly by: string }

/** A company's requests for documents by period. */
export async function sumRequests(
  tx: TrustTx,
  company: string,
  { from, to, by }: Days,
): Promise<DiligenceSum[]> {
  const { rows } = await sql<DiligenceSum>`
    with mine as (
      select requested_at, decided_at from trust.document_request
        where requester_did = ${company} and updated_at >= ${from}::date),
    moments as (
      select (requested_at at time zone 'UTC')::date as day, 1 as sent, 0 as answered, null::interval as took from mine
      union all select (decided_at at time zone 'UTC')::date, 0, 1, decided_at - requested_at from mine
        where decided_at is not null)
    select to_char(date_trunc(${by}, day::timestamp), 'YYYY-MM-DD') as period, sum(sent)::int as sent,
      sum(answered)::int as answered,
      round(extract(epoch from percentile_cont(0.5) within group (order by took)))::int as "medianSeconds"
    from moments where day between ${from}::date and ${to}::date group by 1 order by 1`.execute(tx)
  return rows
}

/** How long half of the answers of some days took at most; and what ends or is due soon. */
export async function sumDiligence(
  tx: TrustTx,
  company: string,
  { from, to }: Days,
  at: Date,
): Promise<{ medianSeconds: number | null; accessEndingSoon: number; reviewsDueSoon: number }> {
  const { rows } = await sql<{
    medianSeconds: number | null
    accessEndingSoon: number
    reviewsDueSoon: number
  }>`
    select (select round(extract(epoch from percentile_cont(0.5) within group (order by decided_at - requested_at)))::int
        from trust.document_request where requester_did = ${company} and decided_at is not null
          and updated_at >= ${from}::date
          and (decided_at at time zone 'UTC')::date between ${from}::date and ${to}::date) as "medianSeconds",
      (select count(distinct (vasp_did, document_id))::int from trust.document_grant
        where grantee_did = ${company} and ended_at is null and expires_at > ${at}
          and expires_at <= ${at}::timestamptz + interval '30 days') as "accessEndingSoon",
      (select count(*)::int from trust.review
        where vasp_did = ${company} and next_review_at <= ${at}::timestamptz + interval '30 days')
        as "reviewsDueSoon"`.execute(tx)
  return rows[0] ?? { medianSeconds: null, accessEndingSoon: 0, reviewsDueSoon: 0 }
}
