import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'

/** A delivery taken over, with what is needed to send it. */
export type ClaimedRow = {
  readonly org_id: string
  readonly app_id: string
  readonly msg_id: string
  readonly endpoint_id: string
  readonly attempts: number
  readonly status: 0 | 2 | 3
  /** Somebody asked for one more attempt. */
  readonly manual: boolean
  /** Unix milliseconds of the attempt that was planned. */
  readonly next_at: number | null
  readonly fence: number
  readonly event_type: string | null
  readonly channels: string[] | null
  /** Null when it was erased. */
  readonly payload: string | null
  readonly content_type: string | null
  readonly ordering_key: string | null
  /** Its place in its line, null when it stands in none. */
  readonly line_seq: number | null
  /** Null when the application is gone. */
  readonly routes: number | null
}

const claim: Statement = {
  name: 'sweep-claim',
  text: `with due as materialized (
      select app_id, msg_id, endpoint_id from webhooks.delivery
      where claimable_at <= to_timestamp($1::float8 / 1000)
      order by claimable_at limit $2::int for update skip locked),
    claimed as (
      update webhooks.delivery d set claimable_at = to_timestamp($3::float8 / 1000),
        lease_owner = $4, fence = d.fence + 1
      from due
      where d.app_id = due.app_id and d.msg_id = due.msg_id and d.endpoint_id = due.endpoint_id
      returning d.org_id, d.app_id, d.msg_id, d.endpoint_id, d.attempts, d.fence, d.status, d.manual, d.ordering_key, d.line_seq,
        extract(epoch from d.next_attempt_at)::float8 * 1000 as next_at)
    select c.*, m.event_type, m.channels, m.payload, m.content_type, a.routes
    from claimed c
    left join webhooks.message m on m.app_id = c.app_id and m.id = c.msg_id
    left join webhooks.application a on a.id = c.app_id and a.deleted_at is null`,
}

/** Takes deliveries that are due, or whose lease has run out; two workers never take the same. */
export const claimDue = (
  connection: PinnedConnection,
  lease: { owner: string; now: number; until: number; limit: number },
): Promise<ClaimedRow[]> =>
  connection.query<ClaimedRow>(claim, [lease.now, lease.limit, lease.until, lease.owner])

const next: Statement = {
  name: 'sweep-next',
  text: `select extract(epoch from claimable_at)::float8 * 1000 as at from webhooks.delivery
    where claimable_at is not null order by claimable_at limit 1`,
}

/** When the next delivery becomes claimable, Unix milliseconds; null when none waits. */
export const nextDue = async (connection: PinnedConnection): Promise<number | null> =>
  (await connection.query<{ at: number }>(next, []))[0]?.at ?? null

// In a line it is the turn that decides when.
const ask: Statement = {
  name: 'sweep-ask',
  text: `with found as materialized (
      select line_seq is not null as ordered from webhooks.delivery
      where app_id = $1 and msg_id = $2 and endpoint_id = $3),
    asked as (
      update webhooks.delivery set manual = true, claimable_at =
        case when lease_owner is null then to_timestamp($4::float8 / 1000) else claimable_at end
      where app_id = $1 and msg_id = $2 and endpoint_id = $3 and line_seq is null
      returning app_id),
    in_line as (
      select webhooks.ask_in_line($1, $3, array[$2], $4::float8) as count from found where ordered)
    select pg_notify('webhooks_due', ''), (select count(*) from asked) as asked,
      (select count from in_line) as in_line from found`,
}

/**
 * Asks for one more attempt. One that is under way is not hurried: its record makes room for the
 * next. @returns whether there is such a delivery
 */
export async function askAgain(
  connection: PinnedConnection,
  pair: { appId: string; msgId: string; endpointId: string },
  now: number,
): Promise<boolean> {
  const rows = await connection.query(ask, [pair.appId, pair.msgId, pair.endpointId, now])
  return rows.length > 0
}
