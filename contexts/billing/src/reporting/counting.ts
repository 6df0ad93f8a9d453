import type { Database } from '@countersign/kit/db'
import { bookedOn } from './booking.rules.ts'
import { addToDays, storeBookings, takeUncounted } from './counting.store.ts'

const batch = 5_000

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
      const units = await takeUncounted(tx, batch)
      if (units.length === 0) return 0
      const now = new Date(clock())
      const sums = new Map<string, { payer: string; day: string; units: number }>()
      const bookings = units.map((unit) => {
        const { payer, periodStart: start, periodEnd: end } = unit
        const term = start && end ? { start, end } : undefined
        const day = bookedOn(unit.at, now, term).toISOString().slice(0, 10)
        if (unit.billable) {
          const key = `${payer} ${day}`
          const before = sums.get(key)?.units ?? 0
          sums.set(key, { payer, day, units: before + unit.units })
        }
        return { did: unit.did, id: unit.id, day }
      })
      await storeBookings(tx, bookings)
      if (sums.size > 0) await addToDays(tx, [...sums.values()], now)
      return units.length
    })
    count += taken
    if (taken < batch) return count
  }
}
