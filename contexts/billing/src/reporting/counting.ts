import type { Database } from '@countersign/kit/db'
import { failpoint } from '@countersign/kit/failpoint'
import { bookedOn, oldestAt } from './booking.rules.ts'
import {
  addToDays,
  findUncounted,
  lockCounting,
  storeBookings,
  type Uncounted,
} from './counting.store.ts'

const batch = 20_000

/** What counting needs. */
export type CountingDeps<T> = {
  /** Connected as countersign_relay: it works over all companies. */
  readonly relay: Database<T>
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

/**
 * Counts the ledger into the totals of days: a unit is marked and added in one transaction, so it is added once.
 * @returns how many units were counted
 */
export async function countUsage<T>({ relay, clock }: CountingDeps<T>): Promise<number> {
  for (let count = 0; ; ) {
    const taken = await relay.withNobody(async (tx) => {
      await lockCounting(tx)
      const now = new Date(clock())
      const found = await findUncounted(tx, batch, oldestAt(now))
      if (found.length === 0) return 0
      const booked = await storeBookings(
        tx,
        found.map((one) => ({ ...one, day: dayOf(one, now) })),
      )
      const billed = booked.filter(({ units }) => units !== 0)
      if (billed.length > 0) await addToDays(tx, billed, now)
      failpoint('before-count-commit')
      return booked.reduce((sum, one) => sum + one.count, 0)
    })
    count += taken
    if (taken < batch) return count
  }
}

function dayOf({ at, periodStart: start, periodEnd: end }: Uncounted, now: Date): string {
  const term = start && end ? { start, end } : undefined
  return bookedOn(at, now, term).toISOString().slice(0, 10)
}
