import { fail } from '@countersign/kit/errors'
import type { AppKey } from './endpoint.store.ts'
import { type Counted, lockAndCount } from './quota.store.ts'
import type { WebhooksTx } from './tables.ts'

/** What one application may have, and do in a minute. */
export type QuotaLimits = {
  readonly endpoints: number
  readonly integrations: number
  /** Endpoints and integrations created in a minute. */
  readonly creationsPerMinute: number
  /** Examples and test messages sent in a minute. */
  readonly examplesPerMinute: number
}

type Paced = 'creations' | 'examples'

/** Refuses what goes beyond an application's quotas. */
export type Quotas = {
  /** Counts one more in this minute. @throws 429 */
  take(what: Paced, appId: string): void
  /** Makes sure that there is room for one more; two at once wait for each other. @throws 429 */
  room(tx: WebhooksTx, app: AppKey, what: Counted): Promise<void>
}

const minuteMs = 60_000
const maxKept = 10_000
/** Waiting does not help against a full application; clients that obey the header still come back. */
const fullSeconds = 3600

const wire = 'quota_exceeded'

/**
 * Counts by minute in this process, and by rows in the database.
 * @param clock Unix milliseconds
 */
export function quotas(limits: QuotaLimits | undefined, clock: () => number): Quotas {
  if (limits === undefined) return { take: () => undefined, room: room(undefined) }
  const perMinute = { creations: limits.creationsPerMinute, examples: limits.examplesPerMinute }
  const seen = new Map<string, { readonly until: number; count: number }>()

  const windowOf = (key: string, now: number) => {
    const found = seen.get(key)
    if (found && found.until > now) return found
    seen.delete(key)
    for (const oldest of seen.keys()) {
      if (seen.size < maxKept) break
      seen.delete(oldest)
    }
    const fresh = { until: now + minuteMs, count: 0 }
    seen.set(key, fresh)
    return fresh
  }

  return {
    take: (what, appId) => {
      const now = clock()
      const window = windowOf(`${what} ${appId}`, now)
      if (window.count >= perMinute[what])
        throw fail(
          'too_many_requests',
          `An application can make ${perMinute[what]} ${what} a minute. Try again in a moment.`,
          { wire, retryAfter: Math.ceil((window.until - now) / 1000) },
        )
      window.count++
    },
    room: room(limits),
  }
}

/** The service's own limit, and the one that the organisation has set for the application. */
const room =
  (limits: QuotaLimits | undefined): Quotas['room'] =>
  async (tx, app, what) => {
    const { count, endpointLimit } = await lockAndCount(tx, app, what)
    // A poller is an endpoint, counted by itself.
    const own = limits?.[what === 'pollers' ? 'endpoints' : what] ?? Infinity
    const most = what === 'endpoints' ? Math.min(own, endpointLimit ?? Infinity) : own
    if (count < most) return
    throw fail(
      'too_many_requests',
      most < own
        ? `This application can have ${most} ${what}. Delete one you no longer need, or ask for more.`
        : `An application can have ${most} ${what}. Delete one you no longer need.`,
      { wire, retryAfter: fullSeconds },
    )
  }
