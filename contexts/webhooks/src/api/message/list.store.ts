import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import type { Window } from '../../window.rules.ts'

const columns = [
  'id',
  'event_id',
  'event_type',
  'channels',
  'payload',
  'is_text',
  'expires_at',
  'created_at',
  'ordering_key',
  'tags',
  'deliver_at',
] as const

/** A message as stored; `payload` is null once it is erased. */
export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** What messages of a list must be. */
export type MessageFilter = {
  readonly channel?: string | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly tag?: string | undefined
}

/** The messages of an application, with what of them is answered. */
export const ofApp = (tx: WebhooksTx, app: AppKey) =>
  tx
    .selectFrom('webhooks.message')
    .select(columns)
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)

/** The message with this id or eventId. */
export async function findMessage(tx: WebhooksTx, app: AppKey, ref: string) {
  const id = ref.startsWith('msg_') ? ref : await idOfEvent(tx, app, ref)
  if (id === undefined) return undefined
  return ofApp(tx, app).where('id', '=', id).executeTakeFirst()
}

const idOfEvent = async (tx: WebhooksTx, app: AppKey, eventId: string) =>
  (
    await tx
      .selectFrom('webhooks.event_id')
      .select('msg_id')
      .where('org_id', '=', app.orgId)
      .where('app_id', '=', app.id)
      .where('event_id', '=', eventId)
      .executeTakeFirst()
  )?.msg_id

/** The messages with these ids or eventIds: each name with its id. */
export async function idsOfRefs(tx: WebhooksTx, app: AppKey, refs: readonly string[]) {
  const { rows } = await sql<{ ref: string; id: string }>`
    select id as ref, id from webhooks.message
    where org_id = ${app.orgId} and app_id = ${app.id} and id = any(${refs}::text[])
    union all
    select event_id, msg_id from webhooks.event_id
    where org_id = ${app.orgId} and app_id = ${app.id} and event_id = any(${refs}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ ref, id }) => [ref, id]))
}

/** Those of these messages that are there, by id. */
export async function findMessagesById(tx: WebhooksTx, app: AppKey, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, MessageRow>()
  const rows = await ofApp(tx, app)
    .where((eb) => eb('id', '=', eb.fn.any(sql<string[]>`${ids}::text[]`)))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The conditions of a filter, on the columns of a message or an attempt. */
export const matching = ({ channel, eventTypes }: MessageFilter): RawBuilder<SqlBool>[] => [
  ...(channel === undefined ? [] : [sql<SqlBool>`channels @> array[${channel}]::text[]`]),
  ...(eventTypes?.length ? [sql<SqlBool>`event_type = any(${eventTypes}::text[])`] : []),
]

/** The condition that a message has the filter’s tag. */
export const tagged = ({ tag }: MessageFilter): RawBuilder<SqlBool>[] =>
  tag === undefined ? [] : [sql<SqlBool>`tags @> array[${tag}]::text[]`]

/** A page of messages by id within a window, one row more than asked for. */
export const findMessages = (
  tx: WebhooksTx,
  app: AppKey,
  filter: MessageFilter,
  window: Window,
  travel: Travel,
) =>
  ofApp(tx, app)
    .where('id', '>=', `msg_${window.fromId}`)
    .where('id', '<', `msg_${window.toId}`)
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.before)
    .where((eb) => eb.and([...matching(filter), ...tagged(filter)]))
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()
