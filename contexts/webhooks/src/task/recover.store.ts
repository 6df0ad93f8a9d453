import { sql } from 'kysely'
import type { AppKey } from '../endpoint.store.ts'
import type { WebhooksTx } from '../tables.ts'
import type { MessageRange } from './range.ts'

/** Deliveries of an endpoint, with when each is due, Unix milliseconds. */
export type Due = { readonly msgIds: readonly string[]; readonly at: readonly number[] }

// Each of these reads one table: joined, they would be planned by how full the tables were when last
// analysed, and a partition is analysed long after it has filled.

// As the index has it: given up, or waiting for a retry.
const undelivered = sql`(status = 2 or (status = 3 and attempts > 0))`

/**
 * A page of messages that failed on an endpoint and are not delivered, oldest first; `free` are those
 * that are neither asked for yet nor on their way.
 */
export async function findFailed(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: MessageRange,
  limit: number,
): Promise<{ id: string; free: boolean }[]> {
  const { rows } = await sql<{ id: string; free: boolean }>`
    select msg_id as id, not manual and lease_owner is null as free
    from webhooks.delivery
    where org_id = ${app.orgId} and app_id = ${app.id} and endpoint_id = ${endpointId}
      and ${undelivered} and msg_id > ${range.from} and msg_id < ${range.to}
      and created_at >= ${range.since} and created_at < ${range.until}
    order by msg_id limit ${limit}`.execute(tx)
  return rows
}

/** Those of these messages that have their payload still. */
export async function findSendable(
  tx: WebhooksTx,
  app: AppKey,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks.message
    where org_id = ${app.orgId} and app_id = ${app.id} and id = any(${ids}::text[])
      and payload is not null and expires_at > ${new Date(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Asks for one more attempt of deliveries, of the undelivered ones unless told otherwise, each when it is
 * due, or at its planned retry if that comes first. @returns of how many
 */
export async function askEach(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  { msgIds, at }: Due,
  which: 'undelivered' | 'all' = 'undelivered',
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhooks.delivery d
    set manual = true, claimable_at = least(d.claimable_at, to_timestamp(s.due / 1000))
    from unnest(${msgIds}::text[], ${at}::float8[]) as s(msg_id, due)
    where d.org_id = ${app.orgId} and d.app_id = ${app.id} and d.endpoint_id = ${endpointId}
      and d.msg_id = s.msg_id and d.msg_id >= ${msgIds[0]} and d.msg_id <= ${msgIds.at(-1)}
      and ${which === 'all' ? sql`true` : undelivered} and not d.manual and d.lease_owner is null
      and d.line_seq is null`.execute(tx)
  return (
    Number(numAffectedRows ?? 0) + (await askInLines(tx, app, endpointId, { msgIds, at }, which))
  )
}

/** Those of them that stand in lines: each is asked for when its turn comes. */
async function askInLines(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  { msgIds, at }: Due,
  which: 'undelivered' | 'all',
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select msg_id as id from webhooks.delivery d
    where d.org_id = ${app.orgId} and d.app_id = ${app.id} and d.endpoint_id = ${endpointId}
      and d.msg_id = any(${msgIds}::text[]) and d.line_seq is not null
      and ${which === 'all' ? sql`true` : undelivered} and not d.manual and d.lease_owner is null`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const asked = await sql<{ count: number }>`
    select webhooks.ask_in_line(${app.id}, ${endpointId}, ${rows.map(({ id }) => id)}::text[], ${at[0] ?? 0}::float8)
      as count`.execute(tx)
  return Number(asked.rows[0]?.count ?? 0)
}

/** How many are counted before it is said that there are at least so many. */
export const maxCounted = 10_000
const countPage = 2_500

/** How many messages of a range would be sent again. */
export async function countRecoverable(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: MessageRange,
  now: number,
): Promise<number> {
  let count = 0
  let from: string | undefined = range.from
  while (from !== undefined && count < maxCounted) {
    const rows = await findFailed(tx, app, endpointId, { ...range, from }, countPage)
    const free = rows.filter((row) => row.free).map(({ id }) => id)
    count += (await findSendable(tx, app, free, now)).size
    from = rows.length < countPage ? undefined : rows.at(-1)?.id
  }
  return Math.min(count, maxCounted)
}

/** A message as far as it decides whether it is sent. */
export type Candidate = {
  readonly id: string
  readonly eventType: string
  readonly channels: string[] | null
  readonly createdAt: Date
  /** It has its payload still. */
  readonly sendable: boolean
  readonly orderingKey: string | null
}

/** A page of an application's messages, oldest first. */
export async function findCandidates(
  tx: WebhooksTx,
  app: AppKey,
  range: MessageRange,
  { now, limit }: { now: number; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, event_type as "eventType", channels, created_at as "createdAt",
      ordering_key as "orderingKey",
      payload is not null and expires_at > ${new Date(now)} as sendable
    from webhooks.message
    where org_id = ${app.orgId} and app_id = ${app.id}
      and id > ${range.from} and id < ${range.to}
      and created_at >= ${range.since} and created_at < ${range.until}
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** Those of these messages that have a delivery to the endpoint, whatever became of it. */
export async function findDestined(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select msg_id as id from webhooks.delivery
    where org_id = ${app.orgId} and app_id = ${app.id} and endpoint_id = ${endpointId}
      and msg_id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Adds deliveries of messages that are there already. A pair's age is its message's, as for all
 * others. @returns how many were not there
 */
export async function addDeliveries(
  tx: WebhooksTx,
  app: AppKey,
  endpoint: { readonly id: string; readonly ordered: boolean },
  messages: readonly Candidate[],
  at: readonly number[],
): Promise<number> {
  const keys = messages.map(({ orderingKey }) => (endpoint.ordered ? orderingKey : null))
  const { numAffectedRows } = await sql`
    insert into webhooks.delivery
      (org_id, app_id, msg_id, endpoint_id, status, claimable_at, created_at, ordering_key, line_seq)
    select ${app.orgId}, ${app.id}, s.msg_id, ${endpoint.id}, 3,
      case when s.ordering_key is null then to_timestamp(s.due / 1000) end, s.created_at,
      s.ordering_key, case when s.ordering_key is not null then 0 end
    from unnest(${messages.map(({ id }) => id)}::text[], ${at}::float8[],
      ${messages.map(({ createdAt }) => createdAt)}::timestamptz[], ${keys}::text[])
      as s(msg_id, due, created_at, ordering_key)
    on conflict (app_id, msg_id, endpoint_id) do nothing`.execute(tx)
  const lined = messages.filter((_, place) => keys[place] !== null).map(({ id }) => id)
  if (lined.length > 0)
    await sql`select webhooks.enter_lines(${app.id}, ${endpoint.id}, ${lined}::text[],
      ${at[0] ?? 0}::float8)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
