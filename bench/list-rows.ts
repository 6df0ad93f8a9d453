import { ksuidFloor } from '@countersign/kit/ids'
import { query } from './service.ts'
import type { Actor } from './stage.ts'

const dayMs = 86_400_000
const days = 80
/** Attempts of a message, one for each endpoint. */
export const perMessage = 4
/** Ids of one slot share their beginning, which tells the time. */
const slots = 2_000
const shared = 10

/**
 * Fills one application with attempts of the last 80 days, in daily partitions as the service makes
 * them. One in 20 failed, one in 1,000 messages is of a rare type.
 */
export async function fill(
  { databaseUrl, tenant }: Actor,
  place: { appId: string; endpointIds: readonly string[] },
  attempts: number,
): Promise<void> {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const start = today - days * dayMs
  await makeDays(databaseUrl, start, today)
  const stepMs = (days * dayMs) / slots
  const times = Array.from({ length: slots }, (_, n) => start + n * stepMs)
  const messages = attempts / perMessage
  const values = [
    ...[tenant.orgId, place.appId, messages, messages / slots],
    ...[times.map((time) => ksuidFloor(time + 8).slice(0, shared)), times, place.endpointIds],
  ]
  // Places of 17 characters that sort as numbers do.
  const source = `(select n, s.prefix || lpad(to_hex(n), ${27 - shared}, '0') as key,
      to_timestamp(s.time / 1000) + interval '10 ms' as at,
      case when n % 1000 = 7 then 'bench.rare' else 'bench.usual' end as type
    from generate_series(0, $3::int - 1) as n
    join unnest($5::text[], $6::float8[]) with ordinality as s(prefix, time, place)
      on s.place = 1 + floor(n / $4::float8)) as m`
  const fan = `cross join unnest($7::text[]) with ordinality as e(endpoint_id, nth)`
  const statements = [
    `insert into webhooks.message (org_id, app_id, id, event_type, payload, expires_at, created_at)
     select $1, $2, 'msg_' || key, type, '{"id":7}', at + interval '90 days', at from ${source}
     where cardinality($7::text[]) > 0`,
    `insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, attempts, created_at)
     select $1, $2, 'msg_' || key, endpoint_id, case when n % 20 = 3 then 2 else 0 end, 1, at
     from ${source} ${fan}`,
    `insert into webhooks.attempt (org_id, app_id, id, msg_id, endpoint_id, event_type, url, status,
       status_code, response, duration_ms, trigger_type, sent_headers, created_at)
     select $1, $2, 'atmpt_' || left(key, 15) || lpad(to_hex(n * ${perMessage} + nth), 12, '0'),
       'msg_' || key, endpoint_id, type, 'https://example.com/',
       case when n % 20 = 3 then 2 else 0 end, case when n % 20 = 3 then 500 else 204 end, '', 12, 0,
       '{}', at
     from ${source} ${fan}`,
  ]
  for (const statement of statements) await query(databaseUrl, statement, values)
  await query(databaseUrl, 'analyze webhooks.message, webhooks.delivery, webhooks.attempt')
}

/** One partition a day for each of the three tables. */
async function makeDays(databaseUrl: string, start: number, end: number): Promise<void> {
  const made: string[][] = [[], [], [], []]
  for (let day = start; day < end; day += dayMs) {
    const suffix = new Date(day).toISOString().slice(0, 10).replaceAll('-', '')
    for (const [parent, prefix] of [
      ['message', 'msg_'],
      ['delivery', 'msg_'],
      ['attempt', 'atmpt_'],
    ]) {
      const [from, to] = [prefix + ksuidFloor(day), prefix + ksuidFloor(day + dayMs)]
      for (const [n, value = ''] of [parent, suffix, from, to].entries()) made[n]?.push(value)
    }
  }
  await query(
    databaseUrl,
    `select webhooks.make_partition(parent, suffix, from_id, to_id)
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as d(parent, suffix, from_id, to_id)`,
    made,
  )
}
