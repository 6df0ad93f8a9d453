import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'
import { announceDisabled } from './operational.store.ts'

/** Whether the organisation lets its endpoints be disabled; it does unless it says no. */
const mayDisable = (appId: string, endpointId: string) => `coalesce((
      select (s.settings ->> 'disableEndpointOnFailure')::boolean
      from webhooks.environment_settings s join webhooks.endpoint o on o.org_id = s.org_id
      where o.app_id = ${appId} and o.id = ${endpointId}), true)`

const exhausted: Statement = {
  name: 'endpoint-exhausted',
  text: `with judged as materialized (select $3::boolean and ${mayDisable('$5', '$1')} as disable),
    marked as (update webhooks.endpoint e set failing_since = to_timestamp($2::float8 / 1000),
      disabled = e.disabled or judged.disable,
      updated_at = case when judged.disable then to_timestamp($4::float8 / 1000)
        else e.updated_at end
    from judged
    where e.id = $1 and e.app_id = $5 and e.deleted_at is null
      and e.failing_since is not distinct from to_timestamp($6::float8 / 1000)
      and (e.disabled, e.failing_since) is distinct from
        (e.disabled or judged.disable, to_timestamp($2::float8 / 1000))
    returning e.org_id, e.app_id, e.id, e.uid, e.failing_since, judged.disable),
    disabled as (select * from marked where disable),
    told as (${announceDisabled('disabled', '$7', '$4')})
    select count(*) as count, (select count(told) from told) as told from disabled`,
}

/**
 * Starts the endpoint's clock of failure, or disables it. Without effect when nothing changes, or
 * when the clock is another than `known` by now: the next exhausted message judges again.
 * @param msgId of the message that tells of a disabled endpoint, null to tell nobody
 * @returns whether it was disabled
 */
export async function markFailing(
  connection: PinnedConnection,
  endpoint: { appId: string; id: string },
  mark: { known: number | null; failingSince: number; disable: boolean; now: number },
  msgId: string | null,
): Promise<boolean> {
  const { known, failingSince, disable, now } = mark
  const values = [endpoint.id, failingSince, disable, now, endpoint.appId, known, msgId]
  const [disabled] = await connection.query<{ count: number }>(exhausted, values)
  return disabled?.count === 1
}

const recovered: Statement = {
  name: 'endpoint-recovered',
  text: `update webhooks.endpoint set failing_since = null
    where app_id = $1 and id = $2 and failing_since is not null`,
}

/** Stops the endpoint's clock of failure. */
export async function markWell(
  connection: PinnedConnection,
  endpoint: { appId: string; id: string },
): Promise<void> {
  await connection.query(recovered, [endpoint.appId, endpoint.id])
}

const gone: Statement = {
  name: 'endpoint-gone',
  text: `with disabled as (
      update webhooks.endpoint set disabled = true, updated_at = to_timestamp($3::float8 / 1000)
      where app_id = $1 and id = $2 and deleted_at is null and not disabled
        and ${mayDisable('$1', '$2')}
      returning org_id, app_id, id, uid, failing_since),
    told as (${announceDisabled('disabled', '$4', '$3')})
    select count(*) as count, (select count(told) from told) as told from disabled`,
}

/**
 * Disables an endpoint whose receiver says that it is gone for good.
 * @param msgId of the message that tells of it, null to tell nobody
 * @returns whether it did
 */
export async function markGone(
  connection: PinnedConnection,
  endpoint: { appId: string; id: string },
  now: number,
  msgId: string | null,
): Promise<boolean> {
  const values = [endpoint.appId, endpoint.id, now, msgId]
  const [disabled] = await connection.query<{ count: number }>(gone, values)
  return disabled?.count === 1
}
