import {
  arrayLiteral,
  type PinnedConnection,
  type Statement,
  textArray,
} from '@countersign/kit/pinned-connection'
import { announceAttempts } from './operational.store.ts'

/** Which lease on which delivery. */
export type Held = {
  readonly appId: string
  readonly msgId: string
  readonly endpointId: string
  readonly fence: number
}

/** An attempt that was made. */
export type AttemptRow = {
  readonly id: string
  readonly url: string
  readonly status: 0 | 2
  readonly statusCode: number
  readonly response: string
  readonly durationMs: number
  /** JSON text of name → value. */
  readonly sentHeaders: string
  /** JSON text of the answer's headers as pairs of name and value; null without an answer. */
  readonly responseHeaders: string | null
  readonly startedAt: number
}

/** How a delivery goes on: settled, or due again. */
export type Settlement = {
  readonly held: Held
  readonly orgId: string
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly status: 0 | 2 | 3
  /** Unix milliseconds of the next attempt; null unless `status` is 3. */
  readonly nextAt: number | null
  /** 0 scheduled, 1 manual: a manual attempt does not count towards the schedule. */
  readonly trigger: 0 | 1
  /** Null when the delivery ended without one: its endpoint or payload is gone. */
  readonly attempt: AttemptRow | null
  /** What the organisation's listener is told with it. */
  readonly notice?: NoticeRow | null
  /** The line that goes on with it, or waits for it. */
  readonly orderingKey?: string | null
  /** It can never be sent, so its line goes on without it. */
  readonly skipped?: boolean
}

/** An announcement of an attempt. */
export type NoticeRow = {
  /** Id of the message that tells it. */
  readonly id: string
  readonly eventType: string
  /** JSON text. */
  readonly lastAttempt: string
}

const outcome = (
  array = '',
  column = '',
) => `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::int2[],
    $7::float8[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int2[], $13::int4[],
    $14::text[], $15::int4[], $16::int2[], $17::text[], $18::float8[],
    $19::text[]${array})
  as o(org_id, app_id, msg_id, endpoint_id, fence, status, next_at, attempt_id, event_type,
    channels, url, attempt_status, status_code, response, duration_ms, trigger_type,
    sent_headers, started_at, response_headers${column})`

const keepFrom = (source: string) => `insert into webhooks.attempt (org_id, app_id, id, msg_id,
    endpoint_id, event_type, channels, url, status, status_code, response, duration_ms,
    trigger_type, sent_headers, response_headers, created_at)
  select org_id, app_id, attempt_id, msg_id, endpoint_id, event_type, channels::text[], url,
    attempt_status, status_code, response, duration_ms, trigger_type, sent_headers::jsonb,
    response_headers::jsonb, to_timestamp(started_at / 1000)
  from ${source} where attempt_id is not null`

// Moves deliveries, and keeps their attempts, for the holder of the lease alone; done twice, it has
// no effect. Only what is sending has an owner. To ask for `status = 3` as well would invite the
// planner to the index of what is due, which is full of dead entries. The range of ids lets
// PostgreSQL pass over all partitions but those of these messages. A manual attempt that was asked
// for during another attempt is due now.
const settle = (from: string, before = '', more = '', also = '') => `with ${before} settled as (
      update webhooks.delivery d set status = o.status,
        attempts = d.attempts + (o.attempt_id is not null and o.trigger_type = 0)::int,
        next_attempt_at = to_timestamp(o.next_at / 1000),
        claimable_at = case when d.manual and o.trigger_type = 0
          then to_timestamp($23::float8 / 1000) else to_timestamp(o.next_at / 1000) end,
        manual = d.manual and o.trigger_type = 0, lease_owner = null${more}
      from ${from}
      where d.app_id = o.app_id and d.msg_id = o.msg_id and d.endpoint_id = o.endpoint_id
        and d.msg_id >= $21 and d.msg_id <= $22
        and d.lease_owner = $20 and d.fence = o.fence${also}
      returning o.*),
    kept as (${keepFrom('settled')})`

const record: Statement = {
  name: 'record',
  text: `${settle(outcome())} select count(*) as count from settled`,
}

const noticeArrays = ', $24::text[], $25::text[], $26::text[]'
const noticeColumns = ', notice_id, notice, last_attempt'

// The same where there is something to tell, so that all other batches do not pay for it.
const recordAndTell: Statement = {
  name: 'record-tell',
  text: `${settle(outcome(noticeArrays, noticeColumns))},
    told as (${announceAttempts('settled', '$23', '$21', '$22')})
    select count(*) as count, (select count(told) from told) as told from settled`,
}

// The same for deliveries in lines: each line goes on, or waits for the next attempt. The lines are locked
// before the deliveries, as everywhere.
const recordInOrder: Statement = {
  name: 'record-ordered',
  text: `${settle(
    outcome(`${noticeArrays}, $27::text[], $28::int2[]`, `${noticeColumns}, ordering_key, skipped`),
    `locked as materialized (
      select 1 from webhooks.ordering_line l join (
        select distinct * from unnest($2::text[], $4::text[], $27::text[])
          as k (app_id, endpoint_id, ordering_key)) k using (app_id, endpoint_id, ordering_key)
      order by l.app_id, l.endpoint_id, l.ordering_key for update of l),`,
    ', skipped = d.skipped or o.skipped = 1',
    ' and (select count(*) from locked) >= 0',
  )},
    told as (${announceAttempts('settled', '$23', '$21', '$22')}),
    passed as (select webhooks.pass_turns(array_agg(app_id), array_agg(endpoint_id),
      array_agg(ordering_key), $23::float8) as due from settled where ordering_key is not null)
    select count(*) as count, (select count(told) from told) as told,
      (select due from passed) as due from settled`,
}

// An attempt was made, whoever holds the lease by now: it is kept all the same.
const keep: Statement = {
  name: 'record-late',
  text: `${keepFrom(outcome())} on conflict do nothing`,
}

/**
 * Keeps attempts, and moves their deliveries where the lease is still this owner's.
 * @returns whether deliveries that waited for these may be sent now
 */
export async function storeOutcomes(
  connection: PinnedConnection,
  owner: string,
  all: readonly Settlement[],
  now: number,
): Promise<boolean> {
  const text = (of: (one: Settlement) => string | null) => textArray(all.map(of))
  const ids = all.map((one) => one.held.msgId).sort(byteOrder)
  const values = [
    text((one) => one.orgId),
    text((one) => one.held.appId),
    text((one) => one.held.msgId),
    text((one) => one.held.endpointId),
    all.map((one) => one.held.fence),
    all.map((one) => one.status),
    all.map((one) => one.nextAt),
    text((one) => one.attempt?.id ?? null),
    text((one) => one.eventType),
    text((one) => arrayLiteral(one.channels)),
    text((one) => one.attempt?.url ?? ''),
    all.map((one) => one.attempt?.status ?? 2),
    all.map((one) => one.attempt?.statusCode ?? 0),
    text((one) => one.attempt?.response ?? ''),
    all.map((one) => one.attempt?.durationMs ?? 0),
    all.map((one) => one.trigger),
    text((one) => one.attempt?.sentHeaders ?? '{}'),
    all.map((one) => one.attempt?.startedAt ?? 0),
    text((one) => one.attempt?.responseHeaders ?? null),
  ]
  const rest = [owner, ids[0] ?? '', ids.at(-1) ?? '', now]
  const ordered = all.some((one) => one.orderingKey)
  const tells = ordered || all.some((one) => one.notice)
  const notices = tells
    ? [
        text((one) => one.notice?.id ?? null),
        text((one) => one.notice?.eventType ?? null),
        text((one) => one.notice?.lastAttempt ?? null),
      ]
    : []
  const lines = ordered
    ? [text((one) => one.orderingKey ?? null), all.map((one) => (one.skipped ? 1 : 0))]
    : []
  const [settled] = await connection.query<{ count: number; due?: number | null }>(
    ordered ? recordInOrder : tells ? recordAndTell : record,
    [...values, ...rest, ...notices, ...lines],
  )
  if (settled?.count !== all.length) await connection.query(keep, values)
  return (settled?.due ?? 0) > 0
}

const byteOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const renew: Statement = {
  name: 'lease-renew',
  text: `update webhooks.delivery d set claimable_at = to_timestamp($5::float8 / 1000)
    from unnest($1::text[], $2::text[], $3::text[], $4::int8[])
      as h(app_id, msg_id, endpoint_id, fence)
    where d.app_id = h.app_id and d.msg_id = h.msg_id and d.endpoint_id = h.endpoint_id
      and d.lease_owner = $6 and d.fence = h.fence
    returning d.msg_id, d.endpoint_id`,
}

/** Prolongs leases. @returns those that are still this owner's, as `msgId endpointId` */
export async function renewLeases(
  connection: PinnedConnection,
  owner: string,
  held: readonly Held[],
  until: number,
): Promise<Set<string>> {
  const rows = await connection.query<{ msg_id: string; endpoint_id: string }>(renew, [
    ...heldArrays(held),
    until,
    owner,
  ])
  return new Set(rows.map((row) => `${row.msg_id} ${row.endpoint_id}`))
}

const giveBack: Statement = {
  name: 'lease-release',
  text: `update webhooks.delivery d
    set claimable_at = to_timestamp(h.due / 1000), lease_owner = null
    from unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::float8[])
      as h(app_id, msg_id, endpoint_id, fence, due)
    where d.app_id = h.app_id and d.msg_id = h.msg_id and d.endpoint_id = h.endpoint_id
      and d.lease_owner = $6 and d.fence = h.fence`,
}

/** Gives leases back unused; `due` is when another may take them, Unix milliseconds. */
export async function releaseLeases(
  connection: PinnedConnection,
  owner: string,
  held: readonly (Held & { readonly due: number })[],
): Promise<void> {
  await connection.query(giveBack, [...heldArrays(held), held.map((one) => one.due), owner])
}

const heldArrays = (held: readonly Held[]) => [
  textArray(held.map((one) => one.appId)),
  textArray(held.map((one) => one.msgId)),
  textArray(held.map((one) => one.endpointId)),
  held.map((one) => one.fence),
]
