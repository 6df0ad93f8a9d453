import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { expect, test } from 'vitest'
import { databaseClock } from './database-clock.ts'

const ahead = 5_000

/** A database whose answers take these times on their way there and back. */
function slowConnection(ways: readonly (readonly [there: number, back: number])[]) {
  let time = 1_000
  const rest = [...ways]
  const connection: Pick<PinnedConnection, 'query'> = {
    async query<Row extends object>() {
      const [there, back] = rest.shift() ?? [0, 0]
      time += there
      const rows = [{ at: time + ahead }]
      time += back
      return rows as object[] as Row[]
    },
  }
  return { connection: { ...connection, close: () => Promise.resolve() }, monotonic: () => time }
}

test.each([
  { name: 'to connect took long', ways: [[200, 1] as const, [1, 1] as const, [1, 1] as const] },
  { name: 'an answer was read late', ways: [[1, 90] as const, [1, 40] as const, [1, 2] as const] },
])(
  '[WH-18] the clock of the engine is never ahead of the database when $name',
  async ({ ways }) => {
    const { connection, monotonic } = slowConnection(ways)
    const clock = databaseClock(connection, monotonic)
    await clock.sync()
    const lag = monotonic() + ahead - clock.now()
    expect(lag).toBeGreaterThanOrEqual(0)
    expect(lag).toBeLessThanOrEqual(3)
  },
)

test('[WH-08] a small correction never takes the clock back, a large one does', async () => {
  let time = 1_000
  let database = time + ahead
  const connection: Pick<PinnedConnection, 'query'> = {
    query: async <Row extends object>() => [{ at: database }] as object[] as Row[],
  }
  const clock = databaseClock({ ...connection, close: () => Promise.resolve() }, () => time)
  await clock.sync()
  const before = clock.now()
  database -= 300
  await clock.sync()
  expect(clock.now()).toBe(before)
  time += 200
  expect(clock.now()).toBe(before)
  time += 150
  expect(clock.now()).toBe(before + 50)
  database -= 60_000
  await clock.sync()
  expect(clock.now()).toBe(database)
})
