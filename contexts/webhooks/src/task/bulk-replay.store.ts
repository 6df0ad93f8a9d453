import { sql } from 'kysely'
import type { AppKey } from '../endpoint.store.ts'
import type { WebhooksTx } from '../tables.ts'
import type { MessageRange } from './range.ts'

// Each of these reads one table, as those of recover do.

/** A page of an endpoint's messages by how far they are, oldest first; `free` are those nobody asked for yet. */
export async function findDeliveries(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: MessageRange,
  { status, limit }: { status: number | null; limit: number },
): Promise<{ id: string; free: boolean }[]> {
  const { rows } = await sql<{ id: string; free: boolean }>`
    select msg_id as id, not manual and lease_owner is null as free
    from webhooks.delivery
    where org_id = ${app.orgId} and app_id = ${app.id} and endpoint_id = ${endpointId}
      and msg_id > ${range.from} and msg_id < ${range.to}
      and created_at >= ${range.since} and created_at < ${range.until}
      and (${status}::int is null or status = ${status})
    order by msg_id limit ${limit}`.execute(tx)
  return rows
}

/** Those of these messages that have their payload and match. */
export async function findMatching(
  tx: WebhooksTx,
  app: AppKey,
  ids: readonly string[],
  {
    eventTypes,
    channel,
    tag,
    now,
  }: {
    eventTypes: readonly string[] | null
    channel: string | null
    tag: string | null
    now: number
  },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks.message
    where org_id = ${app.orgId} and app_id = ${app.id} and id = any(${ids}::text[])
      and payload is not null and expires_at > ${new Date(now)}
      and (${eventTypes}::text[] is null or event_type = any(${eventTypes}::text[]))
      and (${channel}::text is null or channels @> array[${channel}]::text[])
      and (${tag}::text is null or tags @> array[${tag}]::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Those of these messages whose last attempt at the endpoint had a status code of this class. */
export async function findAnswered(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  ids: readonly string[],
  codeClass: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; code: number }>`
    select distinct on (msg_id) msg_id as id, status_code as code from webhooks.attempt
    where org_id = ${app.orgId} and app_id = ${app.id} and endpoint_id = ${endpointId}
      and msg_id = any(${ids}::text[])
    order by msg_id, id desc`.execute(tx)
  return new Set(
    rows.filter(({ code }) => code >= codeClass && code < codeClass + 100).map(({ id }) => id),
  )
}
