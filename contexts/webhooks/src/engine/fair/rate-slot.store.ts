import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'

const reserve: Statement = {
  name: 'rate-slot-reserve',
  text: `with width as (select $4::int * interval '1 second' / $5::int as width),
    slot as (
      insert into webhooks.rate_slot as s (org_id, app_id, endpoint_id, next_at)
      select $1, $2, $3, clock_timestamp() + width from width
      on conflict (app_id, endpoint_id) do update
      set next_at = greatest(s.next_at, clock_timestamp()) + (select width from width)
      returning next_at)
    select greatest(0, extract(epoch from next_at - width - clock_timestamp()) * 1000)::float8 as wait
    from slot, width`,
}

/**
 * Reserves the next times at which an endpoint may be sent something, before all other workers.
 * @returns milliseconds until the first of them; each other follows after the time that the rate leaves
 */
export async function reserveSlots(
  connection: PinnedConnection,
  of: { orgId: string; appId: string; endpointId: string },
  count: number,
  rate: number,
): Promise<number> {
  const [slot] = await connection.query<{ wait: number }>(reserve, [
    of.orgId,
    of.appId,
    of.endpointId,
    count,
    rate,
  ])
  return slot?.wait ?? 0
}
