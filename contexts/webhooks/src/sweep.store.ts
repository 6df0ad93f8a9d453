import type { Line, Statement } from '@countersign/kit/line'

/** A delivery taken over, with what is needed to send it. */
export type ClaimedRow = {
  readonly org_id: string
  readonly app_id: string
  readonly msg_id: string
  readonly endpoint_id: string
  readonly attempts: number
  readonly fence: number
  readonly event_type: string | null
  readonly channels: string[] | null
  /** Null when it was erased. */
  readonly payload: string | null
  /** Null when the application is gone. */
  readonly routes: number | null
}

const claim: Statement = {
  name: 'sweep-claim',
  text: `with due as materialized (
      select app_id, msg_id, endpoint_id from webhooks.delivery
      where status = 3 and claimable_at <= to_timestamp($1::float8 / 1000)
      order by claimable_at limit $2::int for update skip locked),
    claimed as (
      update webhooks.delivery d set claimable_at = to_timestamp($3::float8 / 1000),
        lease_owner = $4, fence = d.fence + 1
      from due
      where d.app_id = due.app_id and d.msg_id = due.msg_id and d.endpoint_id = due.endpoint_id
      returning d.org_id, d.app_id, d.msg_id, d.endpoint_id, d.attempts, d.fence)
    select c.*, m.event_type, m.channels, m.payload, a.routes
    from claimed c
    left join webhooks.message m on m.app_id = c.app_id and m.id = c.msg_id
    left join webhooks.application a on a.id = c.app_id and a.deleted_at is null`,
}

/** Takes deliveries that are due, or whose lease has run out; two workers never take the same. */
export const claimDue = (
  line: Line,
  lease: { owner: string; now: number; until: number; limit: number },
): Promise<ClaimedRow[]> =>
  line.query<ClaimedRow>(claim, [lease.now, lease.limit, lease.until, lease.owner])

const next: Statement = {
  name: 'sweep-next',
  text: `select extract(epoch from claimable_at)::float8 * 1000 as at from webhooks.delivery
    where status = 3 order by claimable_at limit 1`,
}

/** When the next delivery becomes claimable, Unix milliseconds; null when none waits. */
export const nextDue = async (line: Line): Promise<number | null> =>
  (await line.query<{ at: number }>(next, []))[0]?.at ?? null
