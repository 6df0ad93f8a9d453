import type { Database } from '@countersign/kit/db'
import { everyMinute } from '@countersign/kit/every-minute'
import { bestOf } from './best.rules.ts'
import { catchUp, readRefusals } from './catching-up.ts'
import { findDue, putOff, storeSnapshot } from './customer.store.ts'
import { forgetEvents } from './event.store.ts'
import type { BillingProvider } from './provider.ts'

const atOnce = 4
const retrySeconds = 60

/** What reading customers needs. */
export type ReadingDeps<A, T> = {
  /** Connected as countersign_app. */
  readonly database: Database<A>
  /** Connected as countersign_relay: to find who is due, over all companies. */
  readonly relay: Database<T>
  readonly provider: BillingProvider
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly log: { warn(facts: object): void }
}

/** Reads the customers that are due until none is. @returns how many were read */
export async function readDue<A, T>(deps: ReadingDeps<A, T>): Promise<number> {
  const { database, relay, provider, clock, log } = deps
  for (let count = 0; ; ) {
    const due = await relay.withNobody((tx) => findDue(tx, provider.name, atOnce))
    if (due.length === 0) return count
    await Promise.all(
      due.map(async ({ did, customerId, at }) => {
        try {
          const snapshot = await provider.snapshot(customerId)
          const best = bestOf(snapshot.subscriptions, new Date(clock()))
          await database.withTenant(did, (tx) => storeSnapshot(tx, did, at, { best, snapshot }))
          count++
        } catch (error) {
          log.warn({ event: 'billing_unread', provider: provider.name, err: error })
          await relay.withNobody((tx) => putOff(tx, did, at, retrySeconds))
        }
      }),
    )
  }
}

/** Keeps what we know of customers up to date: a moment after an event, and once a day. */
export const startReading = <A, T>(deps: ReadingDeps<A, T>) => {
  const { relay, log } = deps
  const failed = (error: unknown) => log.warn({ event: 'billing_reading', err: error })
  const workers = [
    everyMinute(() => readDue(deps), failed, 1_000),
    everyMinute(() => readRefusals(deps), failed),
    everyMinute(() => catchUp(deps), failed),
    everyMinute(() => relay.withNobody(forgetEvents), failed, 3_600_000),
  ]
  return { stop: async () => void (await Promise.all(workers.map((one) => one.stop()))) }
}
