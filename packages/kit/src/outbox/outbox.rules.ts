import type { ClaimedEvent } from './outbox.store.ts'

/** The part of the webhook service that the relay needs. */
export type MessageSender = {
  /**
   * Hands a message over; a second call with the same `eventId` changes nothing.
   * @throws HandoverError when it was not taken; any other error counts as one of scope `service`
   */
  send(
    application: string,
    message: {
      eventType: string
      eventId: string
      /** Messages with one key reach an ordered endpoint in this order. */
      orderingKey: string
      payload: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

/**
 * How much has to wait because a message was not taken: the later events of the same object, all events
 * of the company (its application is not there), or everything (the service is away).
 */
export type HandoverScope = 'object' | 'company' | 'service'

/** A message was not taken. */
export class HandoverError extends Error {
  readonly scope: HandoverScope
  constructor(scope: HandoverScope, options: ErrorOptions) {
    super(`Not handed over; what waits: ${scope}`, options)
    this.name = 'HandoverError'
    this.scope = scope
  }
}

/**
 * How long to wait after a number of failures in a row. It doubles up to `maxMs`; up to half is taken off
 * by chance, so that what failed together does not come back together.
 */
export const backOffMs = (tries: number, maxMs: number, random: () => number): number =>
  Math.min(maxMs, 250 * 2 ** Math.min(tries, 16)) * (1 - random() / 2)

/** Events of one object, in their order: the next is handed over when the one before was taken. */
export type Chain = readonly [ClaimedEvent, ...ClaimedEvent[]]

/** Claimed events by object; the chains keep the order of their first events. */
export function chainsOf(events: readonly ClaimedEvent[]): Chain[] {
  const chains = new Map<string, [ClaimedEvent, ...ClaimedEvent[]]>()
  for (const event of events) {
    const name = JSON.stringify([event.company, event.object])
    const chain = chains.get(name)
    if (chain) chain.push(event)
    else chains.set(name, [event])
  }
  return [...chains.values()]
}
