import { setTimeout as wait } from 'node:timers/promises'
import { failpoint } from '@countersign/kit/failpoint'
import type { Logger } from '@countersign/kit/log'
import { settleEvent, takeDueEvents } from './outbox.store.ts'
import type { TrustDatabase } from './tables.ts'

/** The part of the webhook service that the relay needs. */
export type MessageSender = {
  /**
   * Hands a message over; a second call with the same `eventId` changes nothing.
   * @throws when the service did not take it
   */
  send(
    appUid: string,
    message: { eventType: string; eventId: string; payload: Record<string, unknown> },
  ): Promise<void>
}

type RelayDeps = {
  /** Connected as countersign_relay. */
  readonly database: TrustDatabase
  readonly webhooks: MessageSender
  readonly clock: () => number
  readonly log: Logger
}

const waitBetween = (tries: number) => Math.min(60_000, 500 * 2 ** Math.min(tries, 10))

/** Hands over the events that are due. @returns how many there were */
export async function relayDueEvents({
  database,
  webhooks,
  clock,
  log,
}: RelayDeps): Promise<number> {
  const events = await database.withNobody((tx) => takeDueEvents(tx, new Date(clock()), 50))
  for (const event of events) {
    const again = await tell(event).then(
      () => null,
      (error: unknown) => {
        log.warn({ event: 'relay_failed', eventId: event.id, tries: event.tries, err: error })
        return new Date(clock() + waitBetween(event.tries))
      },
    )
    failpoint('after-relay-before-settle')
    await database.withNobody((tx) => settleEvent(tx, event.vasp_did, event.id, again))
  }
  return events.length

  // A company without an application has nobody listening, and misses nothing.
  async function tell({ app_uid, type, id, payload }: (typeof events)[number]): Promise<void> {
    if (app_uid) await webhooks.send(app_uid, { eventType: type, eventId: id, payload })
  }
}

/** Relays until stopped; a database that is away is waited for. */
export function startRelay(deps: RelayDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const told = await relayDueEvents(deps).catch((error: unknown) => {
        deps.log.warn({ event: 'relay_paused', err: error })
        return 0
      })
      if (told === 0) await wait(250, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
