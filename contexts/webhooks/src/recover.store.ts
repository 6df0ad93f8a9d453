import { sql } from 'kysely'
import type { AppKey } from './endpoint.store.ts'
import type { MessageRange } from './range-task.ts'
import type { WebhooksTx } from './tables.ts'

/** Deliveries of an endpoint, with when each is due, Unix milliseconds. */
export type Due = { readonly msgIds: readonly string[]; readonly at: readonly number[] }

/** A page of messages that failed on an endpoint, oldest first, and whether they can be sent still. */
export async function findFailed(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: MessageRange,
  { now, limit }: { now: number; limit: number },
): Promise<{ id: string; sendable: boolean }[]> {
  const { rows } = await sql<{ id: string; sendable: boolean }>`
    select d.msg_id as id, not d.manual and d.lease_owner is null and m.payload is not null
      and m.expires_at > ${new Date(now)} as sendable
    from webhooks.delivery d
    left join webhooks.message m on m.app_id = d.app_id and m.id = d.msg_id
      and m.id > ${range.from} and m.id < ${range.to}
    where d.org_id = ${app.orgId} and d.app_id = ${app.id} and d.endpoint_id = ${endpointId}
      and d.status = 2 and d.msg_id > ${range.from} and d.msg_id < ${range.to}
      and d.created_at >= ${range.since} and d.created_at < ${range.until}
    order by d.msg_id limit ${limit}`.execute(tx)
  return rows.map(({ id, sendable }) => ({ id, sendable: sendable === true }))
}

/** Asks for one more attempt of failed deliveries, each when it is due. @returns of how many */
export async function askEach(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  { msgIds, at }: Due,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhooks.delivery d
    set manual = true, claimable_at = to_timestamp(s.due / 1000)
    from unnest(${msgIds}::text[], ${at}::float8[]) as s(msg_id, due)
    where d.org_id = ${app.orgId} and d.app_id = ${app.id} and d.endpoint_id = ${endpointId}
      and d.msg_id = s.msg_id and d.msg_id >= ${msgIds[0]} and d.msg_id <= ${msgIds.at(-1)}
      and d.status = 2 and not d.manual and d.lease_owner is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A message as far as it decides whether it is sent. */
export type Candidate = {
  readonly id: string
  readonly eventType: string
  readonly channels: string[] | null
  readonly createdAt: Date
  /** It has its payload and no delivery to the endpoint. */
  readonly missing: boolean
}

/** A page of an application's messages, oldest first. */
export async function findCandidates(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: MessageRange,
  { now, limit }: { now: number; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.id, m.event_type as "eventType", m.channels, m.created_at as "createdAt",
      m.payload is not null and m.expires_at > ${new Date(now)} and d.msg_id is null as missing
    from webhooks.message m
    left join webhooks.delivery d on d.app_id = m.app_id and d.msg_id = m.id
      and d.endpoint_id = ${endpointId} and d.msg_id > ${range.from} and d.msg_id < ${range.to}
    where m.org_id = ${app.orgId} and m.app_id = ${app.id}
      and m.id > ${range.from} and m.id < ${range.to}
      and m.created_at >= ${range.since} and m.created_at < ${range.until}
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Adds deliveries of messages that are there already. A pair's age is its message's, as for all
 * others. @returns how many were not there
 */
export async function addDeliveries(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  messages: readonly Candidate[],
  at: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhooks.delivery
      (org_id, app_id, msg_id, endpoint_id, status, claimable_at, created_at)
    select ${app.orgId}, ${app.id}, s.msg_id, ${endpointId}, 3, to_timestamp(s.due / 1000),
      s.created_at
    from unnest(${messages.map(({ id }) => id)}::text[], ${at}::float8[],
      ${messages.map(({ createdAt }) => createdAt)}::timestamptz[])
      as s(msg_id, due, created_at)
    on conflict (app_id, msg_id, endpoint_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
