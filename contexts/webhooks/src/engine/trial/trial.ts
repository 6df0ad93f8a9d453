import { fail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import type { NewMessage } from '../accept.ts'
import type { Dispatcher } from '../dispatch.worker.ts'
import type { EndpointTable } from '../endpoint-table.ts'
import type { AttemptRow } from '../record.store.ts'
import type { EngineSettings } from '../settings.ts'
import { storeTrial } from './trial.store.ts'

/** A message that was sent once, and what came of it. */
export type Trial = { readonly msgId: string; readonly attempt: AttemptRow }

/** Sends messages at once, past the queue, while somebody waits. */
export type Trials = {
  attempt(message: NewMessage, endpointId: string): Promise<Trial>
}

/** Attempts past the queue at the same time: they must not become a way around it. */
const maxPerApplication = 4
const most = 64
/** How long after the attempt's own time its outcome may take to be recorded. */
const recordMs = 10_000

const late = () =>
  fail('unavailable', 'The service is not available right now. Try again in a moment.', {
    retryAfter: 2,
  })

/** Builds what sends at once; without `send` this process delivers nothing. */
export function trials(deps: {
  readonly connection: PinnedConnection
  readonly owner: string
  readonly table: EndpointTable
  readonly now: () => number
  readonly settings: Required<EngineSettings>
  readonly send: Dispatcher['sendNow'] | undefined
}): Trials {
  const { connection, owner, table, now, settings, send } = deps
  const running = new Map<string, number>()
  let all = 0

  const count = (appId: string, by: number) => {
    const here = (running.get(appId) ?? 0) + by
    all += by
    if (here === 0) running.delete(appId)
    else running.set(appId, here)
  }

  const make = async (
    sendNow: Dispatcher['sendNow'],
    message: NewMessage,
    endpointId: string,
  ): Promise<Trial> => {
    const { appId, eventType, channels, payload, contentType = null } = message
    // Read anew: who tries an endpoint has just changed it.
    table.invalidate(appId)
    const application = await table.fresh(appId)
    const endpoint = application?.endpoints.get(endpointId)
    if (!application || !endpoint) throw fail('not_found', 'Entity not found')
    const { orgId } = application
    const at = now()
    const msgId = id('msg', at)
    const leaseUntil = at + settings.leaseMs
    const lease = { endpointId, owner, now: at, until: leaseUntil }
    if (!(await storeTrial(connection, { ...message, orgId, id: msgId }, lease)))
      throw fail('conflict', 'A message with this eventId already exists')
    const attempt = await new Promise<AttemptRow>((resolve, reject) => {
      const timer = setTimeout(() => reject(late()), settings.timeoutMs + recordMs)
      const told = (made: AttemptRow | null) => {
        clearTimeout(timer)
        if (made) resolve(made)
        else reject(late())
      }
      const job = { orgId, appId, msgId, endpointId, eventType, channels, payload, contentType }
      const manual = { status: 2, nextAt: null } as const
      const once = { ...job, leaseUntil, fence: 1, attempts: 0, manual, told, orderingKey: null }
      sendNow(once, endpoint)
    })
    return { msgId, attempt }
  }

  return {
    async attempt(message, endpointId) {
      if (!send) throw fail('unavailable', 'Nothing is sent from here', { retryAfter: 60 })
      if (all >= most || (running.get(message.appId) ?? 0) >= maxPerApplication)
        throw fail('too_many_requests', 'Too many test attempts at once.', { retryAfter: 2 })
      count(message.appId, 1)
      return make(send, message, endpointId).finally(() => count(message.appId, -1))
    },
  }
}
