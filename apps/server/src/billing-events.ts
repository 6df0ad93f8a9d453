import { type ConfiguredProvider, storeEvent } from '@countersign/billing'
import type { Database } from '@countersign/kit/db'
import { isAmong, type Subnet } from '@countersign/kit/egress-address'
import { fail } from '@countersign/kit/errors'
import { rawBodyOf } from '@countersign/kit/http'
import {
  type TokenAttemptLimiter,
  tokenAttemptLimiter,
} from '@countersign/kit/token-attempt-limiter'
import type { FastifyInstance } from 'fastify'
import type { Ops } from './ops.ts'

/** What taking events needs. */
type Taking<T> = {
  /** Connected as countersign_relay. */
  readonly relay: Database<T>
  readonly clock: () => number
  readonly ops: Pick<Ops, 'counter'>
  /** From where alone events come; empty: from anywhere. */
  readonly from: readonly Subnet[]
}

/**
 * Takes the provider’s events at `/api/billing/webhooks/{provider}`. Each is verified on its bytes, noted
 * once, and only tells whom to read again; it is acknowledged when it is stored.
 */
export function takeEvents<T>(
  app: FastifyInstance,
  { name, load }: ConfiguredProvider,
  { relay, clock, ops, from }: Taking<T>,
): void {
  const guesses = tokenAttemptLimiter(clock)
  const count = ops.counter('billing_webhook_total', 'Events of the billing provider', [
    'provider',
    'result',
  ])
  const counted = (result: 'taken' | 'repeated' | 'not_genuine') =>
    count({ provider: name, result })
  app.post(`/api/billing/webhooks/${name}`, { bodyLimit: 1024 * 1024 }, async (request) => {
    const provider = await load()
    const body = rawBodyOf(request)
    if (!body) throw fail('bad_request', 'The event is missing')
    const event = genuine(guesses, request.ip, counted, () => {
      if (from.length > 0 && !isAmong(request.ip, from))
        throw fail('forbidden', 'Events are not taken from this address')
      return provider.readEvent(body, (header) => {
        const value = request.headers[header]
        return typeof value === 'string' ? value : undefined
      })
    })
    const isNew = await relay.withNobody((tx) => storeEvent(tx, name, event, new Date(clock())))
    counted(isNew ? 'taken' : 'repeated')
    return { received: true }
  })
}

/** Reads an event. Twenty a minute that are not the provider's is what an address may send: 429 after that. */
function genuine<E>(
  guesses: TokenAttemptLimiter,
  address: string,
  counted: (result: 'not_genuine') => void,
  read: () => E,
): E {
  try {
    return read()
  } catch (error) {
    counted('not_genuine')
    const refusal = guesses.wrong(address)
    throw refusal.code === 'too_many_requests' ? refusal : error
  }
}
