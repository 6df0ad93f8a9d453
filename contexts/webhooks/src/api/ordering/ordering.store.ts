import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'

/** A line that waits for a message that has failed at least once. */
export type HeldLine = {
  readonly orderingKey: string
  readonly msgId: string
  readonly status: 2 | 3
  readonly nextAttempt: Date | null
  readonly waiting: number
}

/** A page of an endpoint's lines that a failing message holds back, by that message's id, one more than asked for. */
export async function findHeldLines(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  { from, beyond, direction, limit }: Travel,
): Promise<HeldLine[]> {
  const isBeyond = from === undefined ? sql`true` : sql`l.turn ${sql.raw(beyond)} ${from}`
  const { rows } = await sql<HeldLine>`
    select l.ordering_key as "orderingKey", l.turn as "msgId", d.status,
      d.next_attempt_at as "nextAttempt", w.count::int as waiting
    from webhooks.ordering_line l
    cross join lateral (
      select d.status, d.next_attempt_at, d.attempts from webhooks.delivery d
      where d.org_id = l.org_id and d.app_id = l.app_id and d.msg_id = l.turn
        and d.endpoint_id = l.endpoint_id
      offset 0) d
    cross join lateral (
      select count(*) from webhooks.ordering_wait w
      where w.org_id = l.org_id and w.app_id = l.app_id and w.endpoint_id = l.endpoint_id
        and w.ordering_key = l.ordering_key) w
    where l.org_id = ${app.orgId} and l.app_id = ${app.id} and l.endpoint_id = ${endpointId}
      and ${isBeyond} and w.count > 0 and (d.status = 2 or d.attempts > 0)
    order by l.turn ${sql.raw(direction)} limit ${limit + 1}`.execute(tx)
  return rows
}

/** What became of asking a line to go on without a message. */
export type Skipped = 'skipped' | 'sending' | null

/** Lets a line go on without a message. @returns null when the message holds nothing back */
export async function skipInLine(
  tx: WebhooksTx,
  app: AppKey,
  { msgId, endpointId }: { msgId: string; endpointId: string },
  now: number,
): Promise<Skipped> {
  const { rows } = await sql<{ became: Skipped }>`
    select webhooks.skip_in_line(${app.id}, ${endpointId}, ${msgId}, ${now}::float8) as became`.execute(
    tx,
  )
  return rows[0]?.became ?? null
}
