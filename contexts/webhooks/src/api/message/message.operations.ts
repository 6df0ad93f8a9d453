import { type Input, rawJson } from '@countersign/contracts'
import type { MessageOut, webhooks } from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { findArchivedTypes } from '../../event-type.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { erasePayloads } from '../../payload.store.ts'
import type { WebhooksTx } from '../../tables.ts'
import { walksForward, windowOf } from '../../window.rules.ts'
import { newApplication } from '../application/index.ts'
import { inApplication, inOrganisation } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication, InOrganisation } from '../gate.ts'
import { contentOf } from './content.ts'
import { findMessage, findMessages, type MessageRow } from './list.store.ts'
import { sendOnce } from './once.ts'

type Op = typeof webhooks.message

const expired = '{"expired":true}'
const withheld = rawJson('{}')

/** A message's payload as text, whether or not the job that erases it has come by. */
const payloadOf = ({ payload, expires_at }: MessageRow, now: number) =>
  payload === null || expires_at.getTime() <= now ? expired : payload

/** A payload as it is answered, which is always an object. An erased one is `expired`. */
const shownPayload = (text: string, isText: boolean) =>
  rawJson(isText && text !== expired ? JSON.stringify({ rawPayload: text }) : text)

type Rare = { orderingKey: string | null; tags: readonly string[] | null; deliverAt: number | null }

/** What few messages have, and only their answers. */
const rareOf = ({ orderingKey, tags, deliverAt }: Rare) => ({
  ...(orderingKey !== null && { orderingKey }),
  ...(tags && { tags: [...tags] }),
  ...(deliverAt !== null && { deliverAt: new Date(deliverAt).toISOString() }),
})

/** A message as it is answered. */
export const showMessage = (row: MessageRow, withContent: boolean, now: number): MessageOut => ({
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  channels: row.channels,
  payload: withContent ? shownPayload(payloadOf(row, now), row.is_text) : withheld,
  timestamp: row.created_at.toISOString(),
  ...rareOf({
    orderingKey: row.ordering_key,
    tags: row.tags,
    deliverAt: row.deliver_at?.getTime() ?? null,
  }),
})

/** The message of a path, by id or eventId. @throws 404 */
export async function messageIn(tx: WebhooksTx, at: InApplication, ref: string) {
  const row = await findMessage(tx, keyOf(at), ref)
  if (!row) throw fail('not_found', 'Message not found')
  return row
}

/** Sends a message; a second call with one idempotency key gets the first one's answer. */
const createMessage = (
  core: Core,
  at: InOrganisation,
  input: Input<Op['create']>,
): Promise<MessageOut> =>
  sendOnce(
    core,
    at.key,
    () => send(core, at, input),
    (row) => showMessage(row, input.query.with_content, core.clock()),
  )

async function send(
  core: Core,
  at: InOrganisation,
  { app_id, query, body }: Input<Op['create']>,
): Promise<MessageOut> {
  const content = contentOf(body, core.clock())
  const { eventType, eventId, channels } = content
  const { orgId } = at
  const archived = await core.archived.get(orgId, () =>
    core.database.withTenant(orgId, (tx) => findArchivedTypes(tx, orgId)),
  )
  if (archived?.has(eventType)) throw invalid(['body', 'eventType'], 'The event type is archived')
  const app = at.app ?? (await newApplication(core, orgId, app_id, body.application))
  const { id, createdAt } = await core.engine.accept({
    ...content,
    orgId,
    appId: app.id,
    key: at.key?.hash ?? null,
  })
  const shown = query.with_content ? shownPayload(content.payload, content.isText) : withheld
  const timestamp = createdAt.toISOString()
  const rare = rareOf(content)
  return { id, eventId, eventType, channels, payload: shown, timestamp, ...rare }
}

async function listMessages(
  { database, clock }: Core,
  at: InApplication,
  { query }: Input<Op['list']>,
) {
  const now = clock()
  const plan = travel(query, 'descending', walksForward(query))
  const filter = { channel: query.channel, eventTypes: query.event_types, tag: query.tag }
  const rows = await database.withTenant(at.orgId, (tx) =>
    findMessages(tx, keyOf(at), filter, windowOf(query, plan, now), plan),
  )
  return pageOf(
    rows,
    plan,
    (row) => row.id,
    (row) => showMessage(row, query.with_content, now),
  )
}

async function getMessage(
  { database, clock }: Core,
  at: InApplication,
  { msg_id, query }: Input<Op['get']>,
) {
  const row = await database.withTenant(at.orgId, (tx) => messageIn(tx, at, msg_id))
  return showMessage(row, query.with_content, clock())
}

export async function getRawPayload(
  { database, clock }: Core,
  at: InApplication,
  { msg_id }: Input<Op['getRawPayload']>,
) {
  const row = await database.withTenant(at.orgId, (tx) => messageIn(tx, at, msg_id))
  return { payload: payloadOf(row, clock()) }
}

const expungeMessage = (
  { database }: Core,
  at: InApplication,
  { msg_id }: Input<Op['expungeContent']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id } = await messageIn(tx, at, msg_id)
    await erasePayloads(tx, keyOf(at), [id])
  })

export const message = {
  list: inApplication(listMessages),
  create: inOrganisation(createMessage),
  get: inApplication(getMessage),
  getRawPayload: inApplication(getRawPayload),
  expungeContent: inApplication(expungeMessage),
}
