/** A pending deadline. */
export type Deadline = { cancel(): void }

/** Many deadlines on one timer. */
export type TimerWheel = {
  /** Calls `fire` once, not before `delayMs` and about one tick later at most. */
  after(delayMs: number, fire: () => void): Deadline
  /** Fires what is due by now. Called by the wheel's own timer; tests call it after moving `now`. */
  advance(): void
  /** Number of deadlines pending. */
  size(): number
  /** Forgets all deadlines without firing them and stops the timer. */
  stop(): void
}

type Entry = { readonly due: number; readonly fire: () => void }

/**
 * A hashed timer wheel: to set and to cancel costs one `Set` operation, whatever the number of
 * deadlines (`AbortSignal.timeout` per request costs 40 µs). The underlying timer runs only while a
 * deadline is pending, so an idle wheel keeps no process alive.
 * @param options `tickMs` is the precision in milliseconds, `now` a monotonic clock in milliseconds.
 */
export function createTimerWheel(
  options: { tickMs?: number; slots?: number; now?: () => number } = {},
): TimerWheel {
  const { tickMs = 50, slots = 512, now = () => performance.now() } = options
  const wheel = Array.from({ length: slots }, () => new Set<Entry>())
  let pending = 0
  let passed = 0
  let ticker: ReturnType<typeof setInterval> | null = null

  const slotOf = (tick: number): Set<Entry> => wheel[tick % slots] ?? new Set()

  const halt = (): void => {
    if (ticker !== null) clearInterval(ticker)
    ticker = null
  }

  const advance = (): void => {
    const current = Math.floor(now() / tickMs)
    // After a long pause of the process one full turn sees every entry; more would be repetition.
    for (let tick = Math.max(passed + 1, current - slots + 1); tick <= current; tick += 1) {
      const slot = slotOf(tick)
      for (const entry of slot) {
        if (entry.due > current) continue // a later round of the wheel
        slot.delete(entry)
        pending -= 1
        entry.fire()
      }
    }
    passed = current
    if (pending === 0) halt()
  }

  return {
    after(delayMs, fire) {
      const at = now()
      if (ticker === null) {
        passed = Math.floor(at / tickMs)
        ticker = setInterval(advance, tickMs)
      }
      // Rounded up, so that a deadline is never early.
      const entry = { due: Math.max(Math.ceil((at + delayMs) / tickMs), passed + 1), fire }
      const slot = slotOf(entry.due)
      slot.add(entry)
      pending += 1
      return {
        cancel() {
          if (slot.delete(entry)) pending -= 1
        },
      }
    },
    advance,
    size: () => pending,
    stop() {
      for (const slot of wheel) slot.clear()
      pending = 0
      halt()
    },
  }
}
