import {
  arrayLiteral,
  type PinnedConnection,
  type Statement,
} from '@countersign/kit/pinned-connection'
import type { MessageRow } from '../accept.store.ts'

/** Which worker sends a message at once, to whom, and for how long nobody else may. */
export type TrialLease = {
  readonly endpointId: string
  readonly owner: string
  /** Unix milliseconds. */
  readonly now: number
  readonly until: number
}

// The delivery counts as failed and asked for by hand until the attempt is on record: should this
// process die, another makes one attempt in its place, and then none.
const store: Statement = {
  name: 'trial-store',
  text: `with input as materialized (
      select $1::text as org_id, $2::text as app_id, $3::text as id, $5::text as event_id),
    taken as (
      insert into webhooks.event_id (org_id, app_id, event_id, msg_id)
      select org_id, app_id, event_id, id from input where event_id is not null
      on conflict (app_id, event_id) do nothing returning msg_id),
    free as materialized (
      select * from input where event_id is null or id in (select msg_id from taken)),
    stored as (
      insert into webhooks.message (org_id, app_id, id, event_type, event_id, channels, payload,
        content_type, is_text, tags, expires_at, created_at)
      select org_id, app_id, id, $4, event_id, $6::text[], $7, $13, $14::boolean, $15::text[],
        to_timestamp($9::float8 / 1000) + $8::float8 * interval '1 day',
        to_timestamp($9::float8 / 1000) from free),
    leased as (
      insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, claimable_at,
        lease_owner, fence, manual, created_at)
      select org_id, app_id, id, $10, 2, to_timestamp($11::float8 / 1000), $12, 1, true,
        to_timestamp($9::float8 / 1000) from free)
    select id from free`,
}

/** Stores a message for one endpoint with its delivery already taken. @returns false on a used eventId */
export async function storeTrial(
  connection: PinnedConnection,
  message: MessageRow,
  { endpointId, owner, now, until }: TrialLease,
): Promise<boolean> {
  const { orgId, appId, id, eventType, eventId, channels, payload, retentionDays } = message
  const { contentType = null, isText = false, tags = null } = message
  const rows = await connection.query(store, [
    ...[orgId, appId, id, eventType, eventId, arrayLiteral(channels), payload],
    ...[retentionDays, now, endpointId, until, owner, contentType, isText, arrayLiteral(tags)],
  ])
  return rows.length > 0
}
