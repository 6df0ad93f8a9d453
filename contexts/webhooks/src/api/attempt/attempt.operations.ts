import type { Input } from '@countersign/contracts'
import type {
  AttemptListQuery,
  EndpointMessageOut,
  MessageAttemptOut,
  webhooks,
} from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { textsOf, type WebhooksTx } from '../../tables.ts'
import { hasCapability } from '../../token/index.ts'
import { walksForward, windowOf } from '../../window.rules.ts'
import { inApplication } from '../bind.ts'
import { showEndpoint } from '../endpoint/index.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { findMessage, findMessagesById, messageIn, showMessage } from '../message/index.ts'
import {
  type AttemptFilter,
  type AttemptRow,
  eraseResponse,
  findAttempt,
  findAttempts,
  findEndpointMessages,
  findMessageEndpoints,
} from './list.store.ts'

type Op = typeof webhooks.messageAttempt

const statuses = [
  { status: 0, statusText: 'success' },
  { status: 1, statusText: 'pending' },
  { status: 2, statusText: 'fail' },
  { status: 3, statusText: 'sending' },
  { status: 4, statusText: 'canceled' },
] as const

/** A stored status with the word for it. */
function statusOf(status: number) {
  const found = statuses.find((one) => one.status === status)
  if (!found) throw new Error(`No such status: ${status}`)
  return found
}

/** What the endpoint’s code canceled is a success to clients that do not know better. */
const attemptStatus = (row: AttemptRow, expanded: boolean) =>
  statusOf(expanded && row.status === 0 && row.status_code === 0 ? 4 : row.status)

const showAttempt = (
  row: AttemptRow,
  { withContent = true, expanded = false } = {},
): MessageAttemptOut => ({
  id: row.id,
  msgId: row.msg_id,
  endpointId: row.endpoint_id,
  url: row.url,
  ...attemptStatus(row, expanded),
  responseStatusCode: row.status_code,
  response: withContent ? row.response : '{}',
  responseDurationMs: row.duration_ms,
  triggerType: row.trigger_type === 1 ? 1 : 0,
  timestamp: row.created_at.toISOString(),
})

/**
 * A pair of message and endpoint: its status, and when it is tried again. Nothing is sent to an endpoint
 * that is off, so what waits for it has failed.
 */
type Pair = {
  pair_status: number
  skipped: boolean
  next_attempt_at: Date | null
  held_by: string | null
}
const pairStatus = ({ pair_status: status, skipped }: Pair, isOff: boolean, expanded: boolean) =>
  statusOf(expanded && skipped && status === 2 ? 4 : isOff && status === 3 ? 2 : status)

const showPair = (row: Pair, isOff: boolean, expanded = false) => ({
  ...pairStatus(row, isOff, expanded),
  ...(row.pair_status === 3 &&
    !isOff &&
    row.next_attempt_at && { nextAttempt: row.next_attempt_at.toISOString() }),
  heldBy: row.held_by,
})

/** The stored statuses of what is shown with this one. */
function storedStatuses(status: number | undefined, isOff: boolean): number[] | undefined {
  if (status === undefined) return undefined
  if (!isOff) return [status]
  return status === 3 ? [] : status === 2 ? [2, 3] : [status]
}

/** One page of attempts: `find` says of which message and endpoint. */
async function listAttempts(
  { database, clock }: Core,
  at: InApplication,
  query: AttemptListQuery & {
    with_content?: boolean
    with_msg?: boolean
    tag?: string | undefined
    expanded_statuses?: boolean | undefined
  },
  find: (tx: WebhooksTx) => Promise<Pick<AttemptFilter, 'msgId' | 'endpointId'>>,
) {
  const plan = travel(query, 'descending', walksForward(query))
  const now = clock()
  const { rows, messages } = await database.withTenant(at.orgId, async (tx) => {
    const filter: AttemptFilter = {
      ...(await find(tx)),
      status: query.status,
      statusCodeClass: query.status_code_class,
      channel: query.channel,
      eventTypes: query.event_types,
      tag: query.tag,
    }
    const rows = await findAttempts(tx, keyOf(at), filter, windowOf(query, plan, now), plan)
    const ids = query.with_msg ? rows.map((row) => row.msg_id) : []
    return { rows, messages: await findMessagesById(tx, keyOf(at), ids) }
  })
  return pageOf(
    rows,
    plan,
    (row) => row.id,
    (row) => {
      const msg = messages.get(row.msg_id)
      return {
        ...showAttempt(row, {
          withContent: query.with_content ?? true,
          expanded: query.expanded_statuses ?? false,
        }),
        ...(msg && { msg: showMessage(msg, query.with_content ?? true, now) }),
      }
    },
  )
}

export const listByEndpoint = (
  core: Core,
  at: InApplication,
  { endpoint_id, query }: Input<Op['listByEndpoint']>,
) =>
  listAttempts(core, at, query, async (tx) => ({
    endpointId: (await endpointIn(tx, at, endpoint_id)).id,
  }))

/** Attempts at one message; the deprecated lists are the same with other parameters. */
export const listByMsg = (
  core: Core,
  at: InApplication,
  {
    msg_id,
    endpoint_id,
    query,
  }: {
    msg_id: string
    endpoint_id?: string | undefined
    query: AttemptListQuery & {
      with_content?: boolean
      endpoint_id?: string | undefined
      tag?: string | undefined
      expanded_statuses?: boolean | undefined
    }
  },
) =>
  listAttempts(core, at, query, async (tx) => {
    const endpoint = endpoint_id ?? query.endpoint_id
    return {
      msgId: (await messageIn(tx, at, msg_id)).id,
      ...(endpoint !== undefined && { endpointId: (await endpointIn(tx, at, endpoint)).id }),
    }
  })

export async function listAttemptedMessages(
  { database, clock }: Core,
  at: InApplication,
  { endpoint_id, query }: Input<Op['listAttemptedMessages']>,
) {
  const now = clock()
  const { iterator, after } = query
  const bounds = { after, before: iterator === undefined ? query.before : undefined }
  const plan = travel(query, 'descending', walksForward(bounds))
  const { endpoint, rows } = await database.withTenant(at.orgId, async (tx) => {
    const endpoint = await endpointIn(tx, at, endpoint_id)
    if (plan.from !== undefined && !(await findMessage(tx, keyOf(at), plan.from)))
      throw fail('bad_request', 'Invalid iterator')
    const filter = {
      statuses: storedStatuses(query.status, endpoint.disabled),
      channel: query.channel,
      eventTypes: query.event_types,
      tag: query.tag,
    }
    const window = windowOf(bounds, plan, now)
    const found = await findEndpointMessages(tx, keyOf(at), endpoint.id, filter, window, plan)
    return { endpoint, rows: found }
  })
  const show = (row: (typeof rows)[number]): EndpointMessageOut => ({
    ...showMessage(row, query.with_content, now),
    ...showPair(row, endpoint.disabled, query.expanded_statuses ?? false),
  })
  return pageOf(rows, plan, (row) => row.id, show)
}

export async function listAttemptedDestinations(
  core: Core,
  at: InApplication,
  { msg_id, query }: Input<Op['listAttemptedDestinations']>,
) {
  const plan = travel(query, 'ascending')
  const rows = await core.database.withTenant(at.orgId, async (tx) => {
    const { id } = await messageIn(tx, at, msg_id)
    return findMessageEndpoints(tx, keyOf(at), id, plan)
  })
  return pageOf(
    rows,
    plan,
    (row) => row.id,
    (row) => ({
      ...showEndpoint(core, row),
      ...showPair(row, row.disabled || row.deleted_at !== null),
    }),
  )
}

async function attemptIn(tx: WebhooksTx, at: InApplication, msgRef: string, attemptId: string) {
  const { id } = await messageIn(tx, at, msgRef)
  const row = await findAttempt(tx, keyOf(at), id, attemptId)
  if (!row) throw fail('not_found', 'Message attempt not found')
  return row
}

const getAttempt = async (
  { database }: Core,
  at: InApplication,
  { msg_id, attempt_id, query }: Input<Op['get']>,
) =>
  showAttempt(await database.withTenant(at.orgId, (tx) => attemptIn(tx, at, msg_id, attempt_id)), {
    expanded: query.expanded_statuses ?? false,
  })

/** A column of pairs of texts. */
const pairsOf = (value: unknown): string[][] | null =>
  Array.isArray(value) ? value.map((pair) => [pair].flat().map(String)) : null

async function getAttemptHeaders(
  { database }: Core,
  at: InApplication,
  { msg_id, attempt_id }: Input<Op['getHeaders']>,
) {
  const { sent_headers, response_headers } = await database.withTenant(at.orgId, (tx) =>
    attemptIn(tx, at, msg_id, attempt_id),
  )
  // Of sensitive headers the value was never kept.
  const kept = Object.entries(typeof sent_headers === 'object' ? (sent_headers ?? {}) : {})
  const mayRead = hasCapability(at.bearer.capabilities, 'ManageEndpoint')
  const isHidden = (value: unknown) => !mayRead || value === null
  return {
    sentHeaders: textsOf(Object.fromEntries(kept.filter(([, value]) => !isHidden(value)))),
    sensitive: kept.flatMap(([name, value]) => (isHidden(value) ? [name] : [])),
    responseHeaders: mayRead ? pairsOf(response_headers) : null,
  }
}

const expungeAttempt = (
  { database }: Core,
  at: InApplication,
  { msg_id, attempt_id }: Input<Op['expungeContent']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id } = await attemptIn(tx, at, msg_id, attempt_id)
    await eraseResponse(tx, keyOf(at), id)
  })

export const messageAttempt = {
  listByEndpoint: inApplication(listByEndpoint),
  listByMsg: inApplication(listByMsg),
  listAttemptedMessages: inApplication(listAttemptedMessages),
  listAttemptedDestinations: inApplication(listAttemptedDestinations),
  get: inApplication(getAttempt),
  getHeaders: inApplication(getAttemptHeaders),
  expungeContent: inApplication(expungeAttempt),
  listByMsgDeprecated: inApplication(listByMsg),
  listByEndpointDeprecated: inApplication(listByMsg),
}
