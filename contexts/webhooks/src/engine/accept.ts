import { setTimeout as sleep } from 'node:timers/promises'
import { asFailure, fail } from '@countersign/kit/errors'
import { failpoint } from '@countersign/kit/failpoint'
import { id } from '@countersign/kit/ids'
import {
  isDataError,
  isServerError,
  type PinnedConnection,
} from '@countersign/kit/pinned-connection'
import { type DeliveryRow, type MessageRow, type Refused, storeBatch } from './accept.store.ts'
import { batcher } from './batch.ts'
import type { Job } from './delivery-job.ts'
import type { Application, EndpointTable } from './endpoint-table.ts'
import type { FairQueue } from './fair/index.ts'
import { isRouted } from './routing.rules.ts'
import type { EngineSettings } from './settings.ts'

/** A message to be accepted. */
export type NewMessage = {
  readonly orgId: string
  readonly appId: string
  readonly eventType: string
  readonly eventId: string | null
  readonly channels: readonly string[] | null
  /** Sent and signed byte for byte: compact JSON, or what the client sent as a raw payload. */
  readonly payload: string
  /** What the client asked for in place of application/json. */
  readonly contentType?: string | null
  /** The payload is no JSON object. */
  readonly isText?: boolean
  /** Fractions are hours. */
  readonly retentionDays: number
  readonly tags?: readonly string[] | null
  /** When it is sent, Unix milliseconds; null for at once. */
  readonly deliverAt?: number | null
  /** The one endpoint that gets it, whatever its filters; a disabled one does not. */
  readonly only?: string
  /** Those with one key reach an ordered endpoint one at a time, in the order accepted. */
  readonly orderingKey?: string | null
  /** Hash of the idempotency key, if there is one. */
  readonly key?: string | null
}

/** A message that is stored and will be delivered. */
export type AcceptedMessage = { readonly id: string; readonly createdAt: Date }

/** Where accepted deliveries go without a way through the database. */
export type HandOff = Pick<FairQueue<Job>, 'promise' | 'release' | 'pressure'> & {
  add(job: Job): void
  pump(): void
  /** This many deliveries found no place because the house is full. */
  overflowed(count: number): void
}

/** Stores messages in batches. */
export type Acceptor = {
  accept(message: NewMessage): Promise<AcceptedMessage>
  waiting(): number
  /** Refuses what comes from now on, and finishes the rest. */
  stop(): Promise<void>
  accepted(): number
}

type Item = {
  readonly message: NewMessage
  application: Application
  tries: number
  readonly resolve: (accepted: AcceptedMessage) => void
  readonly reject: (error: unknown) => void
}
type Planned = { deliveries: DeliveryRow[]; rows: MessageRow[]; now: number }

/** The refusal of a message whose idempotency key was used: the first one is its answer. */
export const keyUsed = 'idempotency_key_used'

const maxBytes = 64 * 1024 * 1024
/** How often a message is routed again when endpoints change under it. */
const maxTries = 10
/** Deliveries waiting for us alone, above which accepting pauses, and for how long. */
const maxPressure = 512
const longestReliefMs = 100
const busy = 'Too many messages at once. Try again in a moment.'

/** Builds an acceptor. Without `handOff`, every delivery is left to workers elsewhere. */
export function acceptor(deps: {
  readonly connections: readonly PinnedConnection[]
  readonly owner: string
  readonly table: EndpointTable
  readonly handOff: HandOff | null
  readonly now: () => number
  readonly settings: Required<EngineSettings>
}): Acceptor {
  const { owner, table, handOff, now, settings } = deps
  const connections = [...deps.connections]
  let bytes = 0
  /** Messages whose application is being looked up. */
  let entering = 0
  let stopped = false
  let accepted = 0

  const plan = (items: readonly Item[]): Planned => {
    const at = now()
    const deliveries: DeliveryRow[] = []
    let overflowed = 0
    const rows = items.map(({ message, application }) => {
      const row = { ...message, orgId: application.orgId, id: id('msg', at) }
      for (const endpoint of application.endpoints.values()) {
        const { only } = message
        const goes = only === undefined ? isRouted(endpoint, message) : isOnly(endpoint, only)
        if (!goes) continue
        const later = Math.max(0, (row.deliverAt ?? 0) - at)
        const wait = later > 0 ? later : handOff?.promise(row.appId, endpoint.id, endpoint.rate)
        if (later === 0 && wait !== undefined && wait > 0) overflowed++
        deliveries.push({
          orgId: row.orgId,
          appId: row.appId,
          msgId: row.id,
          endpointId: endpoint.id,
          leased: wait === 0,
          claimIn: wait === 0 ? settings.leaseMs : (wait ?? 0),
          orderingKey: endpoint.ordered ? (row.orderingKey ?? null) : null,
        })
      }
      return row
    })
    if (overflowed > 0) handOff?.overflowed(overflowed)
    return { deliveries, rows, now: at }
  }

  /** Gives the promised places to those that were stored, and back for those that were not. */
  const handOver = ({ deliveries, rows, now: at }: Planned, refused: Refused | null) => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { appId, msgId, endpointId, leased, orderingKey } of deliveries) {
      const row = byId.get(msgId)
      if (!leased || !row) continue
      if (!refused || refused.apps.has(appId) || refused.messages.has(msgId))
        handOff?.release(appId, endpointId)
      else if (orderingKey && !refused.turns.has(`${msgId} ${endpointId}`))
        handOff?.release(appId, endpointId)
      else {
        const { orgId, eventType, channels, payload, contentType = null } = row
        const leaseUntil = at + settings.leaseMs
        const what = { orgId, appId, msgId, endpointId, eventType, channels, payload, contentType }
        handOff?.add({
          ...what,
          fence: 1,
          attempts: 0,
          manual: null,
          leaseUntil,
          orderingKey: orderingKey ?? null,
        })
      }
    }
    handOff?.pump()
  }

  const answer = (items: readonly Item[], { rows, now: at }: Planned, refused: Refused) => {
    const createdAt = new Date(at)
    items.forEach((item, place) => {
      const row = rows[place]
      if (!row || refused.apps.has(row.appId)) void again(item)
      else {
        bytes -= item.message.payload.length
        if (refused.repeated.has(row.id)) item.reject(fail('conflict', 'Used', { wire: keyUsed }))
        else if (refused.messages.has(row.id))
          item.reject(fail('conflict', 'A message with this eventId already exists'))
        else {
          accepted++
          item.resolve({ id: row.id, createdAt })
        }
      }
    })
  }

  /** Its application has changed since it was routed. */
  const again = async (item: Item) => {
    try {
      if (++item.tries > maxTries) throw fail('unavailable', busy, { retryAfter: 1 })
      table.invalidate(item.message.appId)
      item.application = await applicationOf(item.message)
      batch.add(item)
    } catch (error) {
      drop(item, error)
    }
  }

  const drop = (item: Item, error: unknown) => {
    bytes -= item.message.payload.length
    item.reject(refusalOf(error))
  }

  const flush = async (connection: PinnedConnection, items: readonly Item[]): Promise<void> => {
    const planned = plan(items)
    const routes = new Map(
      items.map((item) => [item.message.appId, item.application.routes] as const),
    )
    const { rows: messages, deliveries } = planned
    const wake = handOff === null && deliveries.length > 0
    try {
      const batch = { now: planned.now, owner, messages, deliveries, routes, wake }
      failpoint('before-accept-commit')
      const refused = await storeBatch(connection, batch)
      failpoint('after-accept-commit-before-reply')
      handOver(planned, refused)
      answer(items, planned, refused)
    } catch (error) {
      handOver(planned, null)
      // One message that cannot be stored must not refuse the others.
      if (isDataError(error) && items.length > 1)
        for (const item of items) await flush(connection, [item])
      else for (const item of items) drop(item, error)
    }
  }

  /**
   * Sending comes first: it shares this thread, and what is accepted beyond its pace would only go
   * the long way through the database. The wait is bounded, for the sake of all other endpoints.
   */
  const relief = async () => {
    const end = performance.now() + longestReliefMs
    while (handOff && handOff.pressure() > maxPressure && performance.now() < end && !stopped)
      await sleep(2)
  }

  const batch = batcher<Item>({
    places: connections.length,
    maxItems: 200,
    async flush(items) {
      const connection = connections.pop()
      if (!connection) throw new Error('More flushes than connections')
      await relief()
      await flush(connection, items).finally(() => connections.push(connection))
    },
  })

  const applicationOf = async ({ appId }: NewMessage): Promise<Application> => {
    const application = await table.fresh(appId)
    if (application === null) throw fail('not_found', 'Application not found')
    return application
  }

  return {
    async accept(message) {
      if (stopped) throw fail('unavailable', 'The service is stopping', { retryAfter: 1 })
      if (entering + batch.waiting() >= settings.maxAccepting || bytes > maxBytes)
        throw fail('too_many_requests', busy, { retryAfter: 1 })
      bytes += message.payload.length
      entering++
      const application = await applicationOf(message)
        .catch((error: unknown) => {
          bytes -= message.payload.length
          throw refusalOf(error)
        })
        .finally(() => entering--)
      return new Promise<AcceptedMessage>((resolve, reject) => {
        batch.add({ message, application, tries: 0, resolve, reject })
      })
    },
    waiting: () => batch.waiting(),
    async stop() {
      stopped = true
      await batch.settled()
    },
    accepted: () => accepted,
  }
}

const isOnly = (endpoint: { id: string; disabled: boolean }, only: string) =>
  endpoint.id === only && !endpoint.disabled

/** What the database did not answer at all is its absence. */
function refusalOf(error: unknown) {
  const failure = asFailure(error)
  if (failure.code !== 'internal' || isServerError(error)) return failure
  return fail('unavailable', 'The service is not available right now. Try again in a moment.', {
    retryAfter: 2,
  })
}
