import {
  type PinnedConnection,
  type Statement,
  textArray,
} from '@countersign/kit/pinned-connection'

/** A message of an application. */
export type Message = { readonly appId: string; readonly msgId: string }

// Whoever reads a poller still needs the payload, and so does what somebody has asked for again.
const isTaken = `exists (
    select from webhooks.delivery d where d.app_id = m.app_id and d.msg_id = m.id)
  and not exists (
    select from webhooks.delivery d where d.app_id = m.app_id and d.msg_id = m.id
      and (d.status <> 0 or d.manual or d.lease_owner is not null))
  and not exists (
    select from webhooks.poller p where p.app_id = m.app_id and p.deleted_at is null)`

const wipe: Statement = {
  name: 'retention-wipe',
  text: `with wiped as (
      update webhooks.message m set payload = null
      from unnest($1::text[], $2::text[]) as o(app_id, id)
      where m.app_id = o.app_id and m.id = o.id and m.payload is not null and ${isTaken}
      returning 1)
    select count(*) as count from wiped`,
}

/** Erases the payloads of those of these messages that all their endpoints have taken. @returns how many */
export async function wipeDelivered(
  connection: PinnedConnection,
  all: readonly Message[],
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(wipe, [
    textArray(all.map(({ appId }) => appId)),
    textArray(all.map(({ msgId }) => msgId)),
  ])
  return row?.count ?? 0
}

const rest: Statement = {
  name: 'retention-wipe-rest',
  text: `with due as materialized (
      select m.app_id, m.id from webhooks.environment_settings s
      join webhooks.application a on a.org_id = s.org_id
      join webhooks.message m on m.app_id = a.id
      where s.settings ->> 'wipeSuccessfulPayload' = 'true' and m.payload is not null and ${isTaken}
      limit $1::int),
    wiped as (
      update webhooks.message m set payload = null from due
      where m.app_id = due.app_id and m.id = due.id returning 1)
    select count(*) as count from wiped`,
}

/** The same for a batch of whatever was left over, by a process that died or before it was asked for. @returns how many */
export async function wipeRest(connection: PinnedConnection, limit: number): Promise<number> {
  const [row] = await connection.query<{ count: number }>(rest, [limit])
  return row?.count ?? 0
}
