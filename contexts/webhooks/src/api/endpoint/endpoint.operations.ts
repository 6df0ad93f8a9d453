import type { Output } from '@countersign/contracts'
import type {
  EndpointOut,
  EndpointPatch,
  EndpointUpdate,
  webhooks,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import {
  deleteEndpoint,
  type EndpointRow,
  type EndpointValues,
  findEndpoints,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from '../../endpoint.store.ts'
import { shownUrl, storedUrl } from '../../endpoint-login.ts'
import { sealHeaders } from '../../endpoint-secret.ts'
import { findUsableTypes } from '../../event-type.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { areChannelsOff, needsHttps } from '../../settings.ts'
import { textsOf, type WebhooksTx } from '../../tables.ts'
import { inApplication } from '../bind.ts'
import { endpointIn, keyOf, lockedEndpoint } from '../endpoint-access.ts'
import type { InApplication, InputHere } from '../gate.ts'
import { announceEndpoint } from './announce.ts'
import { checkedHeaders } from './endpoint-headers.operations.ts'
import { newKey } from './endpoint-secret.operations.ts'

type Op = typeof webhooks.endpoint

/** An endpoint as it is answered, under old and new names. */
export const showEndpoint = ({ vault }: Pick<Core, 'vault'>, row: EndpointRow): EndpointOut => ({
  id: row.id,
  uid: row.uid,
  url: shownUrl(vault, row.id, row),
  description: row.description,
  version: row.version,
  rateLimit: row.rate_limit,
  throttleRate: row.rate_limit,
  disabled: row.disabled,
  ordered: row.ordered,
  filterTypes: row.filter_types,
  eventTypes: row.filter_types,
  channels: row.channels,
  metadata: textsOf(row.metadata),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const valuesOf = (body: EndpointUpdate) => ({
  uid: body.uid ?? null,
  description: body.description,
  version: body.version ?? 1,
  rate_limit: body.rateLimit ?? null,
  disabled: body.disabled,
  ordered: body.ordered,
  filter_types: typesOf(body.filterTypes),
  channels: body.channels ?? null,
  metadata: body.metadata ?? {},
})

const changesOf = (body: EndpointPatch): Partial<EndpointValues> => ({
  ...(body.uid !== undefined && { uid: body.uid }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.version !== undefined && { version: body.version }),
  ...(body.rateLimit !== undefined && { rate_limit: body.rateLimit }),
  ...(body.disabled !== undefined && { disabled: body.disabled }),
  ...(body.ordered !== undefined && { ordered: body.ordered }),
  ...(body.filterTypes !== undefined && { filter_types: typesOf(body.filterTypes) }),
  ...(body.channels !== undefined && { channels: body.channels }),
  ...(body.metadata !== undefined && { metadata: body.metadata ?? {} }),
})

/** An empty list, where it is taken, stands for all types. */
const typesOf = (types: readonly string[] | null | undefined) =>
  types && types.length > 0 ? [...types] : null

/** Who enables an endpoint again starts its failure clock anew. */
const revived = (before: { disabled: boolean }, disabled: boolean | undefined) =>
  before.disabled && disabled === false ? { failing_since: null } : {}

/** Refuses what could never be called. Which addresses may be called is decided when it is. */
async function checkUrl(core: Core, tx: WebhooksTx, orgId: string, url: string) {
  const isPlain = new URL(url).protocol !== 'https:'
  if (isPlain && (await needsHttps(core, tx, orgId)))
    throw invalid(['body', 'url'], 'Endpoint URL schemes must be https')
  const check = core.checkUrl(url)
  if (!check.ok && (check.reason === 'url_port' || check.reason === 'url_host'))
    throw invalid(['body', 'url'], refusals[check.reason])
}

const refusals = {
  url_port:
    'Webhooks cannot be sent to this port. Use 80, 443 or one above 1023 that no database or other internal service commonly uses.',
  url_host: 'Webhooks cannot be sent to this host.',
}

/** Refuses what the service's settings and event types do not allow. */
async function check(
  core: Core,
  tx: WebhooksTx,
  { orgId, bearer }: InApplication,
  body: Pick<EndpointPatch, 'url' | 'filterTypes' | 'channels'>,
  before: readonly string[] = [],
) {
  if (body.channels && bearer.appId !== undefined && (await areChannelsOff(tx, orgId)))
    throw invalid(['body', 'channels'], 'Channels are switched off')
  // Public React components send an empty list for "all"; an organisation's mistake is told.
  if (body.filterTypes?.length === 0 && bearer.appId === undefined)
    throw invalid(
      ['body', 'filterTypes'],
      "filterTypes can't be empty, it must have at least one item.",
    )
  if (body.url !== undefined) await checkUrl(core, tx, orgId, body.url)
  // What an endpoint filters on already may have been archived since.
  const asked = (body.filterTypes ?? []).filter((name) => !before.includes(name))
  if (asked.length === 0) return
  const usable = await findUsableTypes(tx, orgId, asked)
  const missing = asked.filter((name) => !usable.has(name))
  if (missing.length > 0)
    throw invalid(
      ['body', 'filterTypes'],
      `The following event types don't exist: ${missing.join(', ')}`,
    )
}

async function add(
  core: Core,
  tx: WebhooksTx,
  at: InApplication,
  body: InputHere<Op['create']>['body'],
) {
  await check(core, tx, at, body)
  const now = core.clock()
  core.quotas.take('creations', at.app.id)
  await core.quotas.room(tx, keyOf(at), 'endpoints')
  const endpointId = id('ep', now)
  const values = {
    ...valuesOf(body),
    ...storedUrl(core.vault, endpointId, body.url),
    signing_keys: [newKey(core, endpointId, body.secret)],
    headers: sealHeaders(core.vault, endpointId, checkedHeaders(body.headers ?? {})),
    failing_since: null,
  }
  const row = await insertEndpoint(tx, keyOf(at), endpointId, values, new Date(now))
  await announceEndpoint(core, tx, at, 'created', row)
  return row
}

async function listEndpoints(core: Core, at: InApplication, { query }: InputHere<Op['list']>) {
  const plan = travel(query, query.order)
  const rows = await core.database.withTenant(at.orgId, (tx) => findEndpoints(tx, keyOf(at), plan))
  return pageOf(
    rows,
    plan,
    (row) => row.id,
    (row) => showEndpoint(core, row),
  )
}

const createEndpoint = async (core: Core, at: InApplication, { body }: InputHere<Op['create']>) =>
  showEndpoint(core, await core.database.withTenant(at.orgId, (tx) => add(core, tx, at, body)))

const getEndpoint = async (core: Core, at: InApplication, { endpoint_id }: InputHere<Op['get']>) =>
  showEndpoint(
    core,
    await core.database.withTenant(at.orgId, (tx) => endpointIn(tx, at, endpoint_id)),
  )

async function replaceEndpoint(
  core: Core,
  at: InApplication,
  { endpoint_id, body }: InputHere<Op['update']>,
): Promise<Output<Op['update']>> {
  return core.database.withTenant(at.orgId, async (tx) => {
    const found = await lockEndpoint(tx, keyOf(at), endpoint_id)
    if (!found) return { status: 201, body: showEndpoint(core, await add(core, tx, at, body)) }
    await check(core, tx, at, body, found.filter_types ?? [])
    const values = {
      ...valuesOf(body),
      ...storedUrl(core.vault, found.id, body.url, found),
      ...revived(found, body.disabled),
    }
    return { status: 200, body: await changed(core, tx, at, found.id, values) }
  })
}

const patchEndpoint = (
  core: Core,
  at: InApplication,
  { endpoint_id, body }: InputHere<Op['patch']>,
) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const found = await lockedEndpoint(tx, at, endpoint_id)
    await check(core, tx, at, body, found.filter_types ?? [])
    return changed(core, tx, at, found.id, {
      ...changesOf(body),
      ...(body.url !== undefined && storedUrl(core.vault, found.id, body.url, found)),
      ...revived(found, body.disabled),
      ...(body.secret !== undefined && { signing_keys: [newKey(core, found.id, body.secret)] }),
    })
  })

async function changed(
  core: Core,
  tx: WebhooksTx,
  at: InApplication,
  endpointId: string,
  values: Partial<EndpointValues>,
) {
  const row = await updateEndpoint(tx, keyOf(at), endpointId, values, new Date(core.clock()))
  if (!row) throw fail('not_found', 'Entity not found')
  await announceEndpoint(core, tx, at, 'updated', row)
  return showEndpoint(core, row)
}

const removeEndpoint = (core: Core, at: InApplication, { endpoint_id }: InputHere<Op['delete']>) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const found = await lockedEndpoint(tx, at, endpoint_id)
    await deleteEndpoint(tx, keyOf(at), found.id, new Date(core.clock()))
    await announceEndpoint(core, tx, at, 'deleted', found)
  })

export const endpoint = {
  list: inApplication(listEndpoints),
  create: inApplication(createEndpoint),
  get: inApplication(getEndpoint),
  update: inApplication(replaceEndpoint),
  patch: inApplication(patchEndpoint),
  delete: inApplication(removeEndpoint),
}
