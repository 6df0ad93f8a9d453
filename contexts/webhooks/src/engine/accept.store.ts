import {
  arrayLiteral,
  type PinnedConnection,
  type Statement,
  textArray,
} from '@countersign/kit/pinned-connection'
import { answerMs } from '../idempotency/index.ts'

/** A message to be stored. */
export type MessageRow = {
  readonly orgId: string
  readonly appId: string
  readonly id: string
  readonly eventType: string
  readonly eventId: string | null
  readonly channels: readonly string[] | null
  readonly payload: string
  readonly contentType?: string | null
  readonly isText?: boolean
  /** Fractions are hours. */
  readonly retentionDays: number
  readonly orderingKey?: string | null
  readonly tags?: readonly string[] | null
  /** Unix milliseconds; null for at once. */
  readonly deliverAt?: number | null
  /** Hash of its idempotency key; kept for `answerMs`. */
  readonly key?: string | null
}

/** A delivery to be stored with its message. */
export type DeliveryRow = {
  readonly orgId: string
  readonly appId: string
  readonly msgId: string
  readonly endpointId: string
  /** Milliseconds until another worker may take it: the lease, or a wait. */
  readonly claimIn: number
  readonly leased: boolean
  /** The line that it joins; none where the endpoint is not ordered or the message has no key. */
  readonly orderingKey?: string | null
}

/** One batch: what is to be stored, when, by whom, and the routes that it was routed by. */
export type Batch = {
  readonly now: number
  readonly owner: string
  readonly messages: readonly MessageRow[]
  readonly deliveries: readonly DeliveryRow[]
  readonly routes: ReadonlyMap<string, number>
  /** Whether idle workers elsewhere are to be woken. */
  readonly wake: boolean
}

/**
 * What was not stored: applications whose routes have changed, and messages with a used eventId. Those
 * among them whose idempotency key was used stand in `repeated` as well.
 */
export type Refused = {
  readonly apps: ReadonlySet<string>
  readonly messages: ReadonlySet<string>
  readonly repeated: ReadonlySet<string>
  /** Deliveries in lines whose turn it is at once, as `msgId endpointId`; the others wait. */
  readonly turns: ReadonlySet<string>
}

// An application that is gone or whose routes are others now is left out whole: its messages are
// routed again. This is what makes an endpoint just created get the very next message.
const stale = `stale as materialized (
    select r.app_id from unnest($1::text[], $2::int[]) as r(app_id, routes)
    where not exists (select from webhooks.application a
      where a.id = r.app_id and a.routes = r.routes and a.deleted_at is null))`

const input = (array = '', column = '') => `unnest($3::text[], $4::text[], $5::text[], $6::text[],
    $7::text[], $8::text[], $9::text[], $10::float8[], $20::text[], $21::int[]${array}) with ordinality
    as m(org_id, app_id, id, event_type, event_id, channels, payload, days, content_type, is_text${column}, place)`

const storeMessages = (
  source: string,
  where: string,
  column = '',
  value = '',
  from = '$11::float8',
) => `stored as (
    insert into webhooks.message (org_id, app_id, id, event_type, event_id, channels, payload,
      content_type, is_text${column}, expires_at, created_at)
    select org_id, app_id, id, event_type, event_id, channels::text[], payload,
      content_type, is_text = 1${value},
      to_timestamp(${from} / 1000) + days * interval '1 day', to_timestamp($11::float8 / 1000)
    from ${source} ${where})`

const storeDeliveries = (where: string) => `queued as (
    insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, claimable_at,
      lease_owner, fence, created_at)
    select org_id, app_id, msg_id, endpoint_id, 3,
      to_timestamp(($11::float8 + claim_in) / 1000), case when leased = 1 then $18::text end, leased,
      to_timestamp($11::float8 / 1000)
    from unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::float8[], $17::int[])
      as d(org_id, app_id, msg_id, endpoint_id, claim_in, leased) ${where})`

// The same where some join lines. Who finds a line empty has the turn; the others wait. The line's row is
// locked until the commit, so that places are given in the order of commits.
const storeInOrder = (where: string, key: string) => `target as materialized (
      select * from unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::float8[], $17::int[],
        ${key}::text[]) with ordinality
        as d(org_id, app_id, msg_id, endpoint_id, claim_in, leased, ordering_key, place) ${where}),
    lined as (
      insert into webhooks.ordering_line as line
        (org_id, app_id, endpoint_id, ordering_key, last_seq, turn, used_at)
      select org_id, app_id, endpoint_id, ordering_key, count(*), (array_agg(msg_id order by place))[1],
        to_timestamp($11::float8 / 1000)
      from target where ordering_key is not null
      group by org_id, app_id, endpoint_id, ordering_key
      order by app_id collate "C", endpoint_id collate "C", ordering_key collate "C"
      on conflict (app_id, endpoint_id, ordering_key) do update
      set last_seq = line.last_seq + excluded.last_seq, turn = coalesce(line.turn, excluded.turn),
        used_at = excluded.used_at
      returning app_id, endpoint_id, ordering_key, last_seq, turn),
    placed as materialized (
      select t.*, l.turn, l.last_seq + 1
        - row_number() over (partition by app_id, endpoint_id, ordering_key order by place desc) as seq
      from target t left join lined l using (app_id, endpoint_id, ordering_key)),
    waiting as (
      insert into webhooks.ordering_wait (org_id, app_id, endpoint_id, ordering_key, seq, msg_id)
      select org_id, app_id, endpoint_id, ordering_key, seq, msg_id from placed where turn <> msg_id),
    queued as (
      insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, claimable_at,
        lease_owner, fence, created_at, ordering_key, line_seq)
      select org_id, app_id, msg_id, endpoint_id, 3,
        case when waits then null else to_timestamp(($11::float8 + claim_in) / 1000) end,
        case when leased = 1 and not waits then $18::text end, case when waits then 0 else leased end,
        to_timestamp($11::float8 / 1000), ordering_key, seq
      from (select *, coalesce(turn <> msg_id, false) as waits from placed) p)`

const turns = `select 'turn' as kind, msg_id || ' ' || endpoint_id as id from placed
    where turn = msg_id and leased = 1`

// One NOTIFY for the whole batch: it makes commits queue behind each other.
const wake = `select 'woken' as kind, '' as id from (
    select pg_notify('webhooks_due', '') where $19::boolean) as told`

const notStale = 'app_id not in (select app_id from stale)'

const plain: Statement = {
  name: 'accept-plain',
  text: `with ${stale},
    ${storeMessages(input(), `where ${notStale}`)},
    ${storeDeliveries(`where ${notStale}`)}
    select 'app' as kind, app_id as id from stale union all ${wake}`,
}

// Used eventIds and idempotency keys are settled here and nowhere else. Sorted, and keys before
// eventIds, so that two batches with the same ones wait for each other in one order; the first within
// the batch wins. A key that came with a used eventId stays behind without its message: whoever finds
// it so frees it, as the same statement cannot take back what it has just stored.
const once = `claimed as (
      insert into webhooks.idempotency as known (org_id, key_hash, app_id, msg_id, expires_at)
      select distinct on (org_id, key) org_id, key, app_id, id,
        to_timestamp(($11::float8 + ${answerMs}) / 1000) from input
      where key is not null order by org_id, key, place
      on conflict (org_id, key_hash) do update
      set app_id = excluded.app_id, msg_id = excluded.msg_id, expires_at = excluded.expires_at,
        status = null, answer = null
      where known.expires_at <= to_timestamp($11::float8 / 1000) returning msg_id),
    repeated as materialized (
      select id from input where key is not null and id not in (select msg_id from claimed)),
    taken as (
      insert into webhooks.event_id (org_id, app_id, event_id, msg_id)
      select distinct on (app_id, event_id) org_id, app_id, event_id, id from input
      where event_id is not null and id not in (select id from repeated)
      order by app_id, event_id, place
      on conflict (app_id, event_id) do nothing returning msg_id),
    used as materialized (
      select id from input where event_id is not null and id not in (select msg_id from taken)
      union select id from repeated)`

const notUsed = 'where id not in (select id from used)'
const stillWanted = `where ${notStale} and msg_id not in (select id from used)`
const refusals = `select 'app' as kind, app_id as id from stale
    union all select 'message', id from used union all select 'repeated', id from repeated`

const keyed: Statement = {
  name: 'accept-keyed',
  text: `with ${stale},
    input as materialized (select * from ${input(', $22::text[]', ', key')} where ${notStale}),
    ${once},
    ${storeMessages('input', notUsed)},
    ${storeDeliveries(stillWanted)}
    ${refusals} union all ${wake}`,
}

// With what few messages have: an order, a time, tags.
const more: Statement = {
  name: 'accept-more',
  text: `with ${stale},
    input as materialized (
      select * from ${input(', $22::text[], $23::text[], $25::text[], $26::float8[]', ', key, ordering_key, tags, deliver_at')}
      where ${notStale}),
    ${once},
    ${storeMessages('input', notUsed, ', ordering_key, tags, deliver_at', ', ordering_key, tags::text[], to_timestamp(deliver_at / 1000)', 'greatest($11::float8, deliver_at)')},
    ${storeInOrder(stillWanted, '$24')}
    ${refusals} union all ${turns} union all ${wake}`,
}

/** Stores a batch in one transaction, and says what it left out. */
export async function storeBatch(
  connection: Pick<PinnedConnection, 'query'>,
  batch: Batch,
): Promise<Refused> {
  const { messages, deliveries, routes } = batch
  const hasKeys = messages.some(({ eventId, key }) => eventId !== null || (key ?? null) !== null)
  const hasMore = messages.some(
    ({ orderingKey, tags, deliverAt }) => orderingKey || tags || deliverAt,
  )
  const statement = hasMore ? more : hasKeys ? keyed : plain
  const rows = await connection.query<{ kind: string; id: string }>(statement, [
    textArray([...routes.keys()]),
    [...routes.values()],
    textArray(messages.map((message) => message.orgId)),
    textArray(messages.map((message) => message.appId)),
    textArray(messages.map((message) => message.id)),
    textArray(messages.map((message) => message.eventType)),
    textArray(messages.map((message) => message.eventId)),
    textArray(messages.map((message) => arrayLiteral(message.channels))),
    textArray(messages.map((message) => message.payload)),
    messages.map((message) => message.retentionDays),
    batch.now,
    textArray(deliveries.map((delivery) => delivery.orgId)),
    textArray(deliveries.map((delivery) => delivery.appId)),
    textArray(deliveries.map((delivery) => delivery.msgId)),
    textArray(deliveries.map((delivery) => delivery.endpointId)),
    deliveries.map((delivery) => delivery.claimIn),
    deliveries.map((delivery) => (delivery.leased ? 1 : 0)),
    batch.owner,
    batch.wake,
    textArray(messages.map((message) => message.contentType ?? null)),
    messages.map((message) => (message.isText ? 1 : 0)),
    ...(hasKeys || hasMore ? [textArray(messages.map((message) => message.key ?? null))] : []),
    ...(hasMore
      ? [
          textArray(messages.map((message) => message.orderingKey ?? null)),
          textArray(deliveries.map((delivery) => delivery.orderingKey ?? null)),
          textArray(messages.map((message) => arrayLiteral(message.tags ?? null))),
          messages.map((message) => message.deliverAt ?? null),
        ]
      : []),
  ])
  const ids = (kind: string) =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.id))
  return {
    apps: ids('app'),
    messages: ids('message'),
    repeated: ids('repeated'),
    turns: ids('turn'),
  }
}
