import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import { endpointColumns } from '../../endpoint.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import type { Window } from '../../window.rules.ts'
import { type MessageFilter, matching, tagged } from '../message/index.ts'

const columns = [
  'id',
  'msg_id',
  'endpoint_id',
  'url',
  'status',
  'status_code',
  'response',
  'duration_ms',
  'trigger_type',
  'created_at',
] as const

/** An attempt as stored. */
export type AttemptRow = Awaited<ReturnType<typeof findAttempts>>[number]

/** What attempts of a list must be. */
export type AttemptFilter = MessageFilter & {
  readonly msgId?: string | undefined
  readonly endpointId?: string | undefined
  readonly status?: number | undefined
  /** 0 is 0 to 99, no HTTP answer; 200 is 200 to 299. */
  readonly statusCodeClass?: number | undefined
}

const ofApp = (tx: WebhooksTx, app: AppKey) =>
  tx.selectFrom('webhooks.attempt').where('org_id', '=', app.orgId).where('app_id', '=', app.id)

/** Attempts do not hold their message’s tags. */
const hasTag = (tag: string) => sql<boolean>`exists (select from webhooks.message m
  where m.org_id = attempt.org_id and m.app_id = attempt.app_id and m.id = attempt.msg_id
    and m.tags @> array[${tag}]::text[])`

/** A page of attempts by id within a window, one row more than asked for. */
export const findAttempts = (
  tx: WebhooksTx,
  app: AppKey,
  filter: AttemptFilter,
  window: Window,
  travel: Travel,
) =>
  ofApp(tx, app)
    .select(columns)
    .where((eb) =>
      eb.and([
        ...(filter.msgId === undefined ? [] : [eb('msg_id', '=', filter.msgId)]),
        ...(filter.endpointId === undefined ? [] : [eb('endpoint_id', '=', filter.endpointId)]),
        ...(filter.status === undefined ? [] : [eb('status', '=', filter.status)]),
        ...(filter.statusCodeClass === undefined
          ? []
          : [eb.between('status_code', filter.statusCodeClass, filter.statusCodeClass + 99)]),
        ...matching(filter),
        ...(filter.tag === undefined ? [] : [hasTag(filter.tag)]),
      ]),
    )
    .where('id', '>=', `atmpt_${window.fromId}`)
    .where('id', '<', `atmpt_${window.toId}`)
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.before)
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** One attempt at a message, with the headers that were sent. */
export const findAttempt = (tx: WebhooksTx, app: AppKey, msgId: string, id: string) =>
  ofApp(tx, app)
    .select([...columns, 'sent_headers', 'response_headers'])
    .where('msg_id', '=', msgId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Erases what the receiver answered. */
export async function eraseResponse(tx: WebhooksTx, app: AppKey, id: string): Promise<void> {
  await tx
    .updateTable('webhooks.attempt')
    .set({ response: 'EXPUNGED', response_headers: null })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .execute()
}

/** The message of its line that it waits for, null unless it waits. */
const heldBy = sql<string | null>`case when d.status = 3 and d.claimable_at is null then (
  select l.turn from webhooks.ordering_line l
  where l.org_id = d.org_id and l.app_id = d.app_id and l.endpoint_id = d.endpoint_id
    and l.ordering_key = d.ordering_key) end`.as('held_by')

const pairs = (tx: WebhooksTx, app: AppKey) =>
  tx
    .selectFrom('webhooks.delivery as d')
    .select(['d.status as pair_status', 'd.next_attempt_at', 'd.skipped'])
    .select(heldBy)
    .where('d.org_id', '=', app.orgId)
    .where('d.app_id', '=', app.id)

/** True when this message is for this endpoint. */
export const isDestination = async (
  tx: WebhooksTx,
  app: AppKey,
  msgId: string,
  endpointId: string,
) =>
  (await pairs(tx, app)
    .where('d.msg_id', '=', msgId)
    .where('d.endpoint_id', '=', endpointId)
    .executeTakeFirst()) !== undefined

/** A page of one endpoint's messages by id within a window, one row more than asked for. */
export const findEndpointMessages = (
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  { statuses, ...filter }: MessageFilter & { readonly statuses?: readonly number[] | undefined },
  window: Window,
  travel: Travel,
) =>
  pairs(tx, app)
    .innerJoin('webhooks.message as m', (join) =>
      join.onRef('m.app_id', '=', 'd.app_id').onRef('m.id', '=', 'd.msg_id'),
    )
    .select(['m.id', 'm.event_id', 'm.event_type', 'm.channels', 'm.payload', 'm.is_text'])
    .select(['m.expires_at', 'm.created_at', 'm.ordering_key'])
    .select(['m.tags', 'm.deliver_at'])
    .where('d.endpoint_id', '=', endpointId)
    .where('m.org_id', '=', app.orgId)
    .where('d.msg_id', '>=', `msg_${window.fromId}`)
    .where('d.msg_id', '<', `msg_${window.toId}`)
    // Said of both, as PostgreSQL does not conclude one from the other and would read all messages.
    .where('m.id', '>=', `msg_${window.fromId}`)
    .where('m.id', '<', `msg_${window.toId}`)
    .where('m.created_at', '>=', window.from)
    .where('m.created_at', '<', window.before)
    .where((eb) => eb.and([...matching(filter), ...tagged(filter)]))
    .$if(statuses !== undefined, (query) =>
      query.where(sql<boolean>`d.status = any(${statuses}::int2[])`),
    )
    .$if(travel.from !== undefined, (query) =>
      query
        .where('d.msg_id', travel.beyond, travel.from ?? '')
        .where('m.id', travel.beyond, travel.from ?? ''),
    )
    .orderBy('d.msg_id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** A page of one message's endpoints by id, deleted ones too, one row more than asked for. */
export const findMessageEndpoints = (tx: WebhooksTx, app: AppKey, msgId: string, travel: Travel) =>
  pairs(tx, app)
    .innerJoin('webhooks.endpoint as e', (join) =>
      join.onRef('e.app_id', '=', 'd.app_id').onRef('e.id', '=', 'd.endpoint_id'),
    )
    .select([...endpointColumns.map((column) => `e.${column}` as const), 'e.deleted_at'])
    .where('d.msg_id', '=', msgId)
    .where('e.org_id', '=', app.orgId)
    .$if(travel.from !== undefined, (query) =>
      query.where('d.endpoint_id', travel.beyond, travel.from ?? ''),
    )
    .orderBy('d.endpoint_id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** How many of an endpoint's messages have which status, of those created in a range of time. */
export async function countByStatus(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string,
  range: { since: Date; until: Date; fromId: string; toId: string },
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('webhooks.delivery')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('endpoint_id', '=', endpointId)
    .where('msg_id', '>=', `msg_${range.fromId}`)
    .where('msg_id', '<', `msg_${range.toId}`)
    .where('created_at', '>=', range.since)
    .where('created_at', '<=', range.until)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}
