import { sql } from 'kysely'
import type { WebhooksTx } from '../tables.ts'

/** Something that an organisation's listener is told of. */
export type Announcement = {
  readonly orgId: string
  /** Id of the message that tells it. */
  readonly msgId: string
  readonly eventType: string
  /** Compact JSON text. */
  readonly payload: string
  readonly at: Date
}

/** Stores an announcement, if anybody listens, as part of the transaction of what happened. */
export async function announce(tx: WebhooksTx, told: Announcement): Promise<void> {
  const { orgId, msgId, eventType, payload, at } = told
  await sql`select webhooks.announce(${orgId}, ${msgId}, ${eventType}, ${payload}, ${at})`.execute(
    tx,
  )
}

/** A text or null as JSON within a statement. */
const json = (column: string) => `coalesce(to_json(${column})::text, 'null')`

/**
 * A SELECT over recorded outcomes that announces those with a notice. A function's result is asked
 * for, as a select that nobody reads is not carried out.
 * @param source where they stand, with `notice_id`, `notice` and `last_attempt`
 * @param at the parameter with the time, Unix milliseconds
 * @param from and `to`: the parameters with the smallest and the largest id of their messages
 */
export const announceAttempts = (source: string, at: string, from: string, to: string) =>
  `select webhooks.announce(s.org_id, s.notice_id, s.notice, format(
      '{"type":%s,"data":{"appId":%s,"appUid":%s,"msgId":%s,"msgEventId":%s,"endpointId":%s,"lastAttempt":%s}}',
      to_json(s.notice), to_json(s.app_id), ${json('a.uid')}, to_json(s.msg_id),
      ${json('m.event_id')}, to_json(s.endpoint_id), s.last_attempt),
      to_timestamp(${at}::float8 / 1000)) as told
    from ${source} s join webhooks.application a on a.id = s.app_id
    left join webhooks.message m on m.app_id = s.app_id and m.id = s.msg_id
      and m.id >= ${from} and m.id <= ${to}
    where s.notice_id is not null`

/**
 * A SELECT over endpoints just disabled that announces them.
 * @param source where they stand, as rows of their table
 * @param message the parameter with the new message's id, null where nothing is told
 * @param at the parameter with the time, Unix milliseconds
 */
export const announceDisabled = (source: string, message: string, at: string) =>
  `select webhooks.announce(s.org_id, ${message}::text, 'endpoint.disabled', format(
      '{"type":"endpoint.disabled","data":{"appId":%s,"appUid":%s,"endpointId":%s,"endpointUid":%s,"failSince":%s}}',
      to_json(s.app_id), ${json('a.uid')}, to_json(s.id), ${json('s.uid')},
      to_json(to_char(coalesce(s.failing_since, to_timestamp(${at}::float8 / 1000))
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
      to_timestamp(${at}::float8 / 1000)) as told
    from ${source} s join webhooks.application a on a.id = s.app_id
    where ${message}::text is not null`
