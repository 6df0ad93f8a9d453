import type { Line, Statement } from '@countersign/kit/line'

/** Whether the organisation lets its endpoints be disabled; it does unless it says no. */
const mayDisable = (appId: string, endpointId: string) => `coalesce((
      select (s.settings ->> 'disableEndpointOnFailure')::boolean
      from webhooks.environment_settings s join webhooks.endpoint o on o.org_id = s.org_id
      where o.app_id = ${appId} and o.id = ${endpointId}), true)`

const exhausted: Statement = {
  name: 'endpoint-exhausted',
  text: `update webhooks.endpoint e set failing_since = to_timestamp($2::float8 / 1000),
      disabled = e.disabled or judged.disable,
      updated_at = case when judged.disable then to_timestamp($4::float8 / 1000)
        else e.updated_at end
    from (select $3::boolean and ${mayDisable('$5', '$1')} as disable) as judged
    where e.id = $1 and e.app_id = $5 and e.deleted_at is null
      and e.failing_since is not distinct from to_timestamp($6::float8 / 1000)
      and (e.disabled, e.failing_since) is distinct from
        (e.disabled or judged.disable, to_timestamp($2::float8 / 1000))
    returning judged.disable`,
}

/**
 * Starts the endpoint's clock of failure, or disables it. Without effect when nothing changes, or
 * when the clock is another than `known` by now: the next exhausted message judges again.
 * @returns whether it was disabled
 */
export async function markFailing(
  line: Line,
  endpoint: { appId: string; id: string },
  mark: { known: number | null; failingSince: number; disable: boolean; now: number },
): Promise<boolean> {
  const { known, failingSince, disable, now } = mark
  const values = [endpoint.id, failingSince, disable, now, endpoint.appId, known]
  const [row] = await line.query<{ disable: boolean }>(exhausted, values)
  return row?.disable ?? false
}

const recovered: Statement = {
  name: 'endpoint-recovered',
  text: `update webhooks.endpoint set failing_since = null
    where app_id = $1 and id = $2 and failing_since is not null`,
}

/** Stops the endpoint's clock of failure. */
export async function markWell(line: Line, endpoint: { appId: string; id: string }): Promise<void> {
  await line.query(recovered, [endpoint.appId, endpoint.id])
}

const gone: Statement = {
  name: 'endpoint-gone',
  text: `update webhooks.endpoint set disabled = true, updated_at = to_timestamp($3::float8 / 1000)
    where app_id = $1 and id = $2 and not disabled and ${mayDisable('$1', '$2')}
    returning id`,
}

/** Disables an endpoint whose receiver says that it is gone for good. @returns whether it did */
export async function markGone(
  line: Line,
  endpoint: { appId: string; id: string },
  now: number,
): Promise<boolean> {
  return (await line.query(gone, [endpoint.appId, endpoint.id, now])).length > 0
}
