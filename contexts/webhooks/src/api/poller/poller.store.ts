import { ksuidFloor, timeOfId } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'

const columns = [
  'id',
  'description',
  'filter_types',
  'channels',
  'token_id',
  'token_created_at',
  'token_expires_at',
  'created_at',
  'updated_at',
] as const

/** A live poller. */
export type PollerRow = NonNullable<Awaited<ReturnType<typeof findPoller>>>

/** A poller’s token as it is kept: it is signed anew each time it is shown. */
export type PollerToken = {
  readonly token_id: string
  readonly token_created_at: Date
  readonly token_expires_at: Date | null
}

const live = (tx: WebhooksTx, app: AppKey) =>
  tx
    .selectFrom('webhooks.poller')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('deleted_at', 'is', null)

/** The poller with this id. */
export const findPoller = (tx: WebhooksTx, app: AppKey, id: string) =>
  live(tx, app).select(columns).where('id', '=', id).executeTakeFirst()

/** A page of pollers by id, one row more than asked for. */
export const findPollers = (tx: WebhooksTx, app: AppKey, travel: Travel) =>
  live(tx, app)
    .select(columns)
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Stores a new poller. */
export const insertPoller = (
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  values: PollerToken & {
    readonly description: string
    readonly filter_types: readonly string[] | null
    readonly channels: readonly string[] | null
  },
  at: Date,
) =>
  tx
    .insertInto('webhooks.poller')
    .values({
      org_id: app.orgId,
      app_id: app.id,
      id,
      ...values,
      filter_types: values.filter_types && [...values.filter_types],
      channels: values.channels && [...values.channels],
      seen_until: at,
      created_at: at,
      updated_at: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Marks a poller as deleted. */
export async function deletePoller(tx: WebhooksTx, app: AppKey, id: string, at: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks.poller')
    .set({ deleted_at: at, updated_at: at })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces a poller’s token; the one it had works until a time. */
export const replaceToken = (
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  token: PollerToken,
  oldUntil: Date,
) =>
  tx
    .updateTable('webhooks.poller')
    .set({
      ...token,
      old_token_id: sql`token_id`,
      old_token_until: oldUntil,
      updated_at: token.token_created_at,
    })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Statements end after 30 s: what was created earlier than this and isn’t there was never committed. */
const lateMs = 120_000
/** Messages numbered at once. */
export const numberedAtOnce = 1_000

/**
 * Numbers messages that a poller has no number for yet, in the order of their ids. Those that were
 * committed after younger ones get their number late, but they get one.
 * @returns whether there may be more
 */
export async function numberMessages(
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows: locked } = await sql<{ seq: number; seen: Date; since: Date }>`
    select last_seq as seq, seen_until as seen, created_at as since from webhooks.poller
    where org_id = ${app.orgId} and app_id = ${app.id} and id = ${id} for update`.execute(tx)
  const [poller] = locked
  if (!poller) return false
  const from = `msg_${ksuidFloor(Math.max(poller.seen.getTime() - lateMs, poller.since.getTime() - 1_000))}`
  // As endpoints are routed (contract 5.1).
  const { rows } = await sql<{ id: string }>`
    select m.id from webhooks.message m
    join webhooks.poller p on p.org_id = m.org_id and p.app_id = m.app_id and p.id = ${id}
    where m.org_id = ${app.orgId} and m.app_id = ${app.id} and m.id > ${from}
      and m.created_at >= ${poller.since}
      and (p.filter_types is null or m.event_type = any(p.filter_types))
      and (p.channels is null or m.channels && p.channels)
      and not exists (select from webhooks.poller_message n
        where n.org_id = m.org_id and n.app_id = m.app_id and n.poller_id = ${id}
          and n.msg_id = m.id)
    order by m.id limit ${numberedAtOnce}`.execute(tx)
  const isFull = rows.length === numberedAtOnce
  const ids = rows.map((row) => row.id)
  await sql`
    insert into webhooks.poller_message (org_id, app_id, poller_id, seq, msg_id)
    select ${app.orgId}, ${app.id}, ${id}, ${poller.seq}::bigint + place, msg_id
    from unnest(${ids}::text[]) with ordinality as page(msg_id, place)`.execute(tx)
  const last = ids.at(-1)
  const seen = isFull && last !== undefined ? new Date(timeOfId(last)) : now
  await sql`
    update webhooks.poller set last_seq = last_seq + ${ids.length},
      seen_until = greatest(seen_until, ${seen})
    where org_id = ${app.orgId} and app_id = ${app.id} and id = ${id}`.execute(tx)
  return isFull
}

/** What is read of a poller: what comes after a number, and matches. */
export type Polled = {
  readonly seq: number
  readonly limit: number
  readonly eventType?: string | undefined
  readonly channel?: string | undefined
  readonly after?: Date | undefined
}

/** A page of a poller’s messages by number, one row more than asked for. */
export async function findPolled(
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  { seq, limit, eventType = null, channel = null, after = null }: Nullable<Polled>,
) {
  const { rows } = await sql<{
    seq: number
    id: string
    event_id: string | null
    event_type: string
    channels: string[] | null
    payload: string | null
    is_text: boolean
    expires_at: Date
    created_at: Date
    ordering_key: string | null
    tags: string[] | null
    deliver_at: Date | null
  }>`
    select n.seq, m.id, m.event_id, m.event_type, m.channels, m.payload, m.is_text, m.expires_at,
      m.created_at, m.ordering_key, m.tags, m.deliver_at
    from webhooks.poller_message n
    join webhooks.message m on m.org_id = n.org_id and m.app_id = n.app_id and m.id = n.msg_id
    where n.org_id = ${app.orgId} and n.app_id = ${app.id} and n.poller_id = ${id}
      and n.seq > ${seq}::bigint
      and (${eventType}::text is null or m.event_type = ${eventType})
      and (${channel}::text is null or m.channels @> array[${channel}]::text[])
      and (${after}::timestamptz is null or m.created_at >= ${after})
    order by n.seq limit ${limit + 1}`.execute(tx)
  return rows
}
type Nullable<T> = { readonly [K in keyof T]: T[K] | null } & Pick<Polled, 'seq' | 'limit'>

/** The number before the first message created at a time or later; the last one if there is none. */
export async function placeBefore(tx: WebhooksTx, app: AppKey, id: string, at: Date) {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(
      (select min(n.seq) - 1 from webhooks.poller_message n
        join webhooks.message m on m.org_id = n.org_id and m.app_id = n.app_id and m.id = n.msg_id
        where n.org_id = ${app.orgId} and n.app_id = ${app.id} and n.poller_id = ${id}
          and n.msg_id >= ${`msg_${ksuidFloor(at.getTime() - 4)}`} and m.created_at >= ${at}),
      (select last_seq from webhooks.poller
        where org_id = ${app.orgId} and app_id = ${app.id} and id = ${id})) as seq`.execute(tx)
  return rows[0]?.seq ?? 0
}

/** Where a consumer is; nothing before it has read anything. */
export const findConsumer = (tx: WebhooksTx, app: AppKey, pollerId: string, id: string) =>
  tx
    .selectFrom('webhooks.poller_consumer')
    .select('seq')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('poller_id', '=', pollerId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Moves a consumer. */
export async function moveConsumer(
  tx: WebhooksTx,
  app: AppKey,
  pollerId: string,
  { id, seq, at }: { id: string; seq: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('webhooks.poller_consumer')
    .values({
      org_id: app.orgId,
      app_id: app.id,
      poller_id: pollerId,
      id,
      seq,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'poller_id', 'id']).doUpdateSet({ seq, updated_at: at }),
    )
    .execute()
}
