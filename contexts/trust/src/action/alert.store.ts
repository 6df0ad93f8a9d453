import type { AlertStatus } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Something that happened to a company, with when each company concerned last looked at it. */
type Concern = {
  readonly did: string
  readonly review_value: string | null
  /** When the verdict was given, or the open request made. */
  readonly looked_at: Date
}

/** Whom a company has a verdict on or an open request with; each once for each of them. */
export async function findConcerns(tx: TrustTx, did: string): Promise<Concern[]> {
  const { rows } = await sql<Concern>`
    select r.reviewed_did as did, r.review_value, h.created_at as looked_at
    from trust.review r join trust.review_history h on h.vasp_did = r.vasp_did and h.id = r.review_id
    join trust.vasp v on v.vasp_did = r.reviewed_did
    where r.vasp_did = ${did} and ${troubled}
    union all
    select v.vasp_did, null, q.requested_at
    from trust.document_request q
    join trust.vasp v on v.vasp_did = case when q.vasp_did = ${did} then q.requester_did else q.vasp_did end
    where ${did} in (q.vasp_did, q.requester_did)
      and q.status in ('PENDING', 'WAITING_FOR_INFORMATION') and ${troubled}
    order by looked_at, did limit 500`.execute(tx)
  return rows
}

// Spelt as in the index `vasp_alerts`.
const troubled = sql<boolean>`(verification_status = 'SUSPENDED' or disabled_at is not null
  or regulatory_status in ('No longer regulated', 'No longer exempt'))`

/** News for one company about another one. */
export type News = {
  readonly did: string
  readonly subject: string
  readonly status: AlertStatus
  readonly since: Date
  readonly reason: string | null
}

/**
 * What companies have not been told yet: of each company that something happened to, those who gave a
 * verdict or made a request before it did. In a transaction of the relay's.
 */
export async function findNews(tx: TrustTx, limit: number): Promise<News[]> {
  const { rows } = await sql<News>`
    with alert as (
      select v.vasp_did, a.status, v.status_reasons -> a.status ->> 'reason' as reason,
        coalesce((v.status_reasons -> a.status ->> 'since')::timestamptz, a.known, v.updated_at) as since
      from trust.vasp v cross join lateral (values
        ('SUSPENDED', v.verification_since, v.verification_status = 'SUSPENDED'),
        ('DISABLED', v.disabled_at, v.disabled_at is not null),
        ('DEREGISTERED', null, v.regulatory_status in ('No longer regulated', 'No longer exempt'))
      ) as a (status, known, holds)
      where a.holds and ${troubled}
    ), concerned as (
      select r.vasp_did, r.reviewed_did as subject, h.created_at as looked_at
      from trust.review r join trust.review_history h on h.vasp_did = r.vasp_did and h.id = r.review_id
      union all
      select vasp_did, requester_did, requested_at from trust.document_request
      where status in ('PENDING', 'WAITING_FOR_INFORMATION')
      union all
      select requester_did, vasp_did, requested_at from trust.document_request
      where status in ('PENDING', 'WAITING_FOR_INFORMATION')
    )
    select distinct c.vasp_did as did, alert.vasp_did as subject, alert.status, alert.since, alert.reason
    from alert join concerned c on c.subject = alert.vasp_did and c.looked_at < alert.since
    where not exists (select from trust.alert_told t where t.vasp_did = c.vasp_did
      and t.subject_did = alert.vasp_did and t.status = alert.status and t.since >= alert.since)
    order by alert.since, did, subject, alert.status limit ${limit}`.execute(tx)
  return rows
}

/** Notes that a company is told. @returns false when it was already */
export async function noteTold(tx: TrustTx, { did, subject, status, since }: News) {
  const { rows } = await sql`
    insert into trust.alert_told as t (vasp_did, subject_did, status, since)
    values (${did}, ${subject}, ${status}, ${since})
    on conflict (vasp_did, subject_did, status) do update set since = excluded.since
      where t.since < excluded.since
    returning vasp_did`.execute(tx)
  return rows.length > 0
}
