import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { WebhooksTx } from '../../tables.ts'

/** An endpoint whose last attempt failed, and all before it back to `since`. */
export type FailingRow = {
  readonly id: string
  readonly disabled: boolean
  /** When the first message was given up; null while all are still retried. */
  readonly failingSince: Date | null
  readonly since: Date
  readonly lastAt: Date
  readonly statusCode: number
  /** The beginning of the answer, or why there was none. */
  readonly response: string
  readonly attempts: number
}

/** What is shown of an answer; the whole of it stands with the attempt. */
const shownChars = 300

/** Farther back nobody looks: an endpoint that always fails has failed for at least so many attempts. */
const lookedAt = 1_000

/** The application's failing endpoints, those that fail the longest first. */
export async function findFailing(tx: WebhooksTx, app: AppKey): Promise<FailingRow[]> {
  const { rows } = await sql<FailingRow>`
    select e.id, e.disabled, e.failing_since as "failingSince", s.since, l.created_at as "lastAt",
      l.status_code as "statusCode", l.response, s.attempts
    from webhooks.endpoint e
    cross join lateral (
      select a.status, a.status_code, left(a.response, ${shownChars}) as response, a.created_at
      from webhooks.attempt a
      where a.org_id = e.org_id and a.app_id = e.app_id and a.endpoint_id = e.id
      order by a.id desc limit 1) l
    cross join lateral (
      select min(f.created_at) as since, count(*)::int as attempts from (
        select r.created_at, count(*) filter (where r.status = 0) over (order by r.id desc) as good
        from (
          select a.id, a.status, a.created_at from webhooks.attempt a
          where a.org_id = e.org_id and a.app_id = e.app_id and a.endpoint_id = e.id
          order by a.id desc limit ${lookedAt}) r) f
      where f.good = 0) s
    where e.org_id = ${app.orgId} and e.app_id = ${app.id} and e.deleted_at is null and l.status = 2
    order by s.since, e.id limit 250`.execute(tx)
  return rows
}
