import type { Line, Statement } from '@countersign/kit/line'

const exhausted: Statement = {
  name: 'endpoint-exhausted',
  text: `update webhooks.endpoint e set failing_since = to_timestamp($2::float8 / 1000),
      disabled = e.disabled or $3::boolean,
      updated_at = case when $3::boolean then to_timestamp($4::float8 / 1000) else e.updated_at end
    where e.id = $1 and e.app_id = $5 and e.deleted_at is null
      and e.failing_since is not distinct from to_timestamp($6::float8 / 1000)
      and (e.disabled, e.failing_since) is distinct from
        (e.disabled or $3::boolean, to_timestamp($2::float8 / 1000))`,
}

/**
 * Starts the endpoint's clock of failure, or disables it. Without effect when nothing changes, or
 * when the clock is another than `known` by now: the next exhausted message judges again.
 */
export async function markFailing(
  line: Line,
  endpoint: { appId: string; id: string },
  mark: { known: number | null; failingSince: number; disable: boolean; now: number },
): Promise<void> {
  const { known, failingSince, disable, now } = mark
  await line.query(exhausted, [endpoint.id, failingSince, disable, now, endpoint.appId, known])
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
    where app_id = $1 and id = $2 and not disabled`,
}

/** Disables an endpoint whose receiver says that it is gone for good. */
export async function markGone(
  line: Line,
  endpoint: { appId: string; id: string },
  now: number,
): Promise<void> {
  await line.query(gone, [endpoint.appId, endpoint.id, now])
}
