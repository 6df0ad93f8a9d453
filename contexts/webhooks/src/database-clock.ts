import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'

/** The database's time, without a query for each look at it. */
export type DatabaseClock = {
  /** Unix milliseconds, whole. */
  now(): number
  /** Compares with the database once more. */
  sync(): Promise<void>
}

/** Asked at each comparison. */
const questions = 3

/** A correction backwards of up to this many milliseconds makes the clock stand still meanwhile. */
const longestStop = 1000

const ask: Statement = {
  name: 'clock',
  text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
}

/**
 * All times of the engine (ids, leases, schedules) are the database's, so that machines whose
 * clocks differ agree on what is due. Between two comparisons a monotonic clock carries it on: a
 * jump of this machine's wall clock changes nothing, and a small correction never takes it back, so
 * that ids made one after another increase.
 * @param monotonic milliseconds from any start
 */
export function databaseClock(
  connection: PinnedConnection,
  monotonic: () => number,
): DatabaseClock {
  let offset = Date.now() - monotonic()
  let latest = 0
  return {
    now() {
      const at = Math.floor(monotonic() + offset)
      if (at > latest || at < latest - longestStop) latest = at
      return latest
    },
    async sync() {
      // The answer was true some time before it came, so each gives a time that is not ahead, and the
      // latest of them is the best: nothing must be done before it is due. The first may have had to
      // connect, and any may have met a busy moment.
      let best = Number.NEGATIVE_INFINITY
      for (let n = 0; n < questions; n++) {
        const [row] = await connection.query<{ at: number }>(ask, [])
        if (row) best = Math.max(best, row.at - monotonic())
      }
      if (Number.isFinite(best)) offset = best
    },
  }
}
