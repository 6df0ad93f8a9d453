import { id } from '@countersign/kit/ids'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { markFailing, markGone, markWell } from './endpoint-health.store.ts'
import type { Endpoint } from './endpoint-table.ts'
import { judgeFailing, type Verdict } from './outcome.rules.ts'
import type { EngineLog } from './settings.ts'

/** Keeps the clocks of endpoints that fail, and disables those that fail for too long. */
export type EndpointHealth = {
  note(job: { readonly appId: string }, endpoint: Endpoint, verdict: Verdict): void
}

/** Builds the health keeper. What it cannot write now, the next exhausted message writes. */
export function endpointHealth(deps: {
  readonly connection: PinnedConnection
  readonly now: () => number
  readonly log: EngineLog
  readonly disableAfterMs: number
  /** Whether listeners are told of endpoints that were disabled. */
  readonly operational: boolean
  /** The endpoint was changed by us. */
  readonly onChange: (appId: string) => void
}): EndpointHealth {
  const { connection, now, log, disableAfterMs, operational, onChange } = deps
  const newMessage = () => (operational ? id('msg', now()) : null)
  /** Endpoints being written, so that a thousand failures at once are one statement. */
  const busy = new Set<string>()

  const write = (appId: string, endpoint: Endpoint, work: () => Promise<void>) => {
    if (busy.has(endpoint.id)) return
    busy.add(endpoint.id)
    work()
      .then(() => onChange(appId))
      .catch((error: unknown) => log.warn({ event: 'endpoint_health', appId, err: error }))
      .finally(() => busy.delete(endpoint.id))
  }

  return {
    note({ appId }, endpoint, { status, gone }) {
      const one = { appId, id: endpoint.id }
      if (gone) {
        write(appId, endpoint, async () => {
          if (await markGone(connection, one, now(), newMessage()))
            log.info({ event: 'endpoint.disabled', ...one, reason: 'gone' })
        })
      } else if (status === 0 && endpoint.failingSince !== null) {
        write(appId, endpoint, () => markWell(connection, one))
      } else if (status === 2) {
        const known = endpoint.failingSince
        const judged = judgeFailing(known, now(), disableAfterMs)
        if (!judged.disable && judged.failingSince === known) return
        write(appId, endpoint, async () => {
          const mark = { known, ...judged, now: now() }
          if (await markFailing(connection, one, mark, newMessage()))
            log.info({ event: 'endpoint.disabled', ...one, failSince: known })
        })
      }
    },
  }
}
