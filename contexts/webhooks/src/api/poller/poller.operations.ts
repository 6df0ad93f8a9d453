import type { Input } from '@countersign/contracts'
import type { PollerOut, webhooks } from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import { findUsableTypes } from '../../event-type.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import { auditToken } from '../authentication/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import {
  deletePoller,
  findPoller,
  findPollers,
  insertPoller,
  type PollerRow,
  type PollerToken,
  replaceToken,
} from './poller.store.ts'

type Op = typeof webhooks.pollingEndpoint
type TokenOp = typeof webhooks.authentication

const showPoller = (row: PollerRow): PollerOut => ({
  id: row.id,
  description: row.description,
  eventTypes: row.filter_types,
  channels: row.channels,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** The poller of a path. A token that reads one poller finds no other. @throws 404 */
export async function pollerIn(tx: WebhooksTx, at: InApplication, sinkId: string) {
  const { pollerId } = at.bearer
  const row =
    pollerId === undefined || pollerId === sinkId
      ? await findPoller(tx, keyOf(at), sinkId)
      : undefined
  if (!row) throw fail('not_found', 'Entity not found')
  return row
}

const newToken = (now: number, seconds?: number | null): PollerToken => ({
  token_id: id('tok', now),
  token_created_at: new Date(now),
  token_expires_at: seconds ? new Date(now + seconds * 1000) : null,
})

async function listPollers({ database }: Core, at: InApplication, { query }: Input<Op['list']>) {
  const plan = travel(query, query.order)
  const rows = await database.withTenant(at.orgId, (tx) => findPollers(tx, keyOf(at), plan))
  return pageOf(rows, plan, (row) => row.id, showPoller)
}

const createPoller = (
  { database, clock, quotas }: Core,
  at: InApplication,
  { body }: Input<Op['create']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { description, eventTypes = null, channels = null } = body
    const usable = await findUsableTypes(tx, at.orgId, eventTypes ?? [])
    const missing = (eventTypes ?? []).filter((name) => !usable.has(name))
    if (missing.length > 0)
      throw invalid(
        ['body', 'eventTypes'],
        `The following event types don't exist: ${missing.join(', ')}`,
      )
    quotas.take('creations', at.app.id)
    await quotas.room(tx, keyOf(at), 'pollers')
    const now = clock()
    const values = { description, filter_types: eventTypes, channels, ...newToken(now) }
    return showPoller(await insertPoller(tx, keyOf(at), id('poll', now), values, new Date(now)))
  })

const getPoller = ({ database }: Core, at: InApplication, { sink_id }: Input<Op['get']>) =>
  database.withTenant(at.orgId, async (tx) => showPoller(await pollerIn(tx, at, sink_id)))

const removePoller = (
  { database, clock }: Core,
  at: InApplication,
  { sink_id }: Input<Op['delete']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    if (!(await deletePoller(tx, keyOf(at), sink_id, new Date(clock()))))
      throw fail('not_found', 'Entity not found')
  })

async function showToken({ tokens }: Core, { orgId, app }: InApplication, row: PollerRow) {
  const { id: pollerId, token_id: tokenId, token_created_at: createdAt } = row
  const expiresAt = row.token_expires_at
  const token = await tokens.issueForPoller({
    orgId,
    appId: app.id,
    pollerId,
    tokenId,
    issuedAt: createdAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
  })
  return {
    id: tokenId,
    token,
    name: null,
    scopes: null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

export const getPollerToken = (
  core: Core,
  at: InApplication,
  { sink_id }: Input<TokenOp['getPollerToken']>,
) =>
  core.database.withTenant(at.orgId, async (tx) =>
    showToken(core, at, await pollerIn(tx, at, sink_id)),
  )

export const rotatePollerToken = (
  core: Core,
  at: InApplication,
  { sink_id, body }: Input<TokenOp['rotatePollerToken']>,
) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const now = core.clock()
    const until = new Date(now + body.oldTokenExpiry * 1000)
    const row = await replaceToken(tx, keyOf(at), sink_id, newToken(now, body.expiry), until)
    if (!row) throw fail('not_found', 'Entity not found')
    await auditToken(tx, at, new Date(now), {
      action: 'authentication.rotatePollerToken',
      object: sink_id,
    })
    return showToken(core, at, row)
  })

export const pollingEndpoint = {
  list: inApplication(listPollers),
  create: inApplication(createPoller),
  get: inApplication(getPoller),
  delete: inApplication(removePoller),
}

export const pollerToken = {
  getPollerToken: inApplication(getPollerToken),
  rotatePollerToken: inApplication(rotatePollerToken),
}
