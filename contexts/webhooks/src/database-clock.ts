import type { Line, Statement } from '@countersign/kit/line'

/** The database's time, without a query for each look at it. */
export type DatabaseClock = {
  /** Unix milliseconds, whole. */
  now(): number
  /** Compares with the database once more. */
  sync(): Promise<void>
}

const ask: Statement = {
  name: 'clock',
  text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
}

/**
 * All times of the engine (ids, leases, schedules) are the database's, so that machines whose
 * clocks differ agree on what is due. Between two comparisons a monotonic clock carries it on: a
 * jump of this machine's wall clock changes nothing.
 * @param monotonic milliseconds from any start
 */
export function databaseClock(line: Line, monotonic: () => number): DatabaseClock {
  let offset = Date.now() - monotonic()
  return {
    now: () => Math.floor(monotonic() + offset),
    async sync() {
      const asked = monotonic()
      const [row] = await line.query<{ at: number }>(ask, [])
      // The answer was true about half-way between question and answer.
      if (row) offset = row.at - (asked + monotonic()) / 2
    },
  }
}
