/** Deliveries that become due together. */
const bunch = 100
/** Milliseconds between two bunches; what is accepted meanwhile finds half of every look free. */
const bunchMs = 200

/** When each of so many deliveries becomes due, and when those of the next page begin. */
export type Pace = { readonly due: readonly number[]; readonly next: number }

/**
 * Spreads deliveries over time, so that thousands at once neither stand before those of others in
 * the sweep nor come back to it again and again for want of room.
 * @param from when the last page left off, Unix milliseconds
 * @param rate what the receiver allows, deliveries a second; null for any number
 */
export function pace(count: number, from: number, now: number, rate: number | null): Pace {
  const step = Math.max(bunchMs, rate === null ? 0 : (bunch / rate) * 1000)
  const start = Math.max(from, now)
  const due = Array.from({ length: count }, (_, place) => start + Math.floor(place / bunch) * step)
  return { due, next: start + Math.ceil(count / bunch) * step }
}
