import { expect, test } from 'vitest'
import { judgeFailing, stateAfter, verdictOn } from './outcome.rules.ts'

const schedule = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000]
const chance = { random: 0, now: 0 }
const attempt = (attempts: number, status: number) =>
  verdictOn({ attempts, status, timedOut: false, retryAfter: undefined }, schedule, chance)

test.each([
  [1, 200, { status: 0, retryIn: null, notice: null }],
  [1, 299, { status: 0, retryIn: null, notice: null }],
  [4, 204, { status: 0, retryIn: null, notice: null }],
  [5, 200, { status: 0, retryIn: null, notice: 'recovered' }],
  [1, 199, { status: 3, retryIn: 5_000, notice: null }],
  [1, 308, { status: 3, retryIn: 5_000, notice: null }],
  [3, 500, { status: 3, retryIn: 1_800_000, notice: null }],
  [4, 500, { status: 3, retryIn: 7_200_000, notice: 'failing' }],
  [5, 500, { status: 3, retryIn: 18_000_000, notice: null }],
  [8, 500, { status: 2, retryIn: null, notice: 'exhausted' }],
  [1, 410, { status: 2, retryIn: null, gone: true, notice: 'exhausted' }],
] as const)('[WH-18] attempt %d answered %d: %j', (attempts, status, expected) => {
  expect(attempt(attempts, status)).toEqual({ gone: false, ...expected })
})

test('[WH-18] an empty schedule is one attempt', () => {
  const one = { attempts: 1, status: 0, timedOut: true, retryAfter: '60' }
  expect(verdictOn(one, [], chance)).toMatchObject({ status: 2, notice: 'exhausted' })
})

const day = 86_400_000
test.each([
  ['the first failure starts the clock', null, 5 * day, { failingSince: 5 * day, disable: false }],
  ['within five days nothing happens', 0, 5 * day, { failingSince: 0, disable: false }],
  ['after five days it is disabled', 0, 5 * day + 1, { failingSince: 0, disable: true }],
  ['up to ten days', 0, 10 * day, { failingSince: 0, disable: true }],
  ['later the clock is forgotten', 0, 10 * day + 1, { failingSince: 10 * day + 1, disable: false }],
])('[WH-18] auto-disable: %s', (_, since, now, expected) => {
  expect(judgeFailing(since, now, 5 * day)).toEqual(expected)
})

test('[WH-18] after an attempt a delivery is done, or due again after its wait', () => {
  expect([attempt(1, 299), attempt(1, 300)].map(({ status }) => status)).toEqual([0, 3])
  const verdict = { gone: false, notice: null }
  expect(stateAfter({ ...verdict, status: 0, retryIn: null }, 900, null)).toEqual({
    ...{ status: 0, nextAt: null },
  })
  expect(stateAfter({ ...verdict, status: 3, retryIn: 50 }, 900, null)).toEqual({
    ...{ status: 3, nextAt: 950 },
  })
  expect(stateAfter({ ...verdict, status: 2, retryIn: null }, 900, null)).toEqual({
    ...{ status: 2, nextAt: null },
  })
})

test('[WH-09] a manual attempt that failed leaves the delivery as it was, and one that went well ends it', () => {
  const failed = { gone: false, notice: null, status: 3, retryIn: 50 } as const
  const after = (...before: [status: 0 | 2 | 3, nextAt: number | null]) =>
    stateAfter(failed, 900, { status: before[0], nextAt: before[1] })
  expect(after(3, 5_000)).toEqual({ status: 3, nextAt: 5_000 })
  expect(after(3, null)).toEqual({ status: 3, nextAt: 900 })
  expect(after(2, 5_000)).toEqual({ status: 2, nextAt: null })
  expect(after(0, null)).toEqual({ status: 0, nextAt: null })
  const done = { ...failed, status: 0, retryIn: null } as const
  expect(stateAfter(done, 900, { status: 3, nextAt: 5_000 })).toEqual({ status: 0, nextAt: null })
})

test('[WH-18] the clock of failure counts from its first, whenever that was', () => {
  expect(judgeFailing(1_000_000, 1_000_100, 100)).toEqual({
    ...{ failingSince: 1_000_000, disable: false },
  })
  expect(judgeFailing(1_000_000, 1_000_101, 100)).toEqual({
    ...{ failingSince: 1_000_000, disable: true },
  })
  expect(judgeFailing(1_000_000, 1_000_200, 100)).toEqual({
    ...{ failingSince: 1_000_000, disable: true },
  })
  expect(judgeFailing(1_000_000, 1_000_201, 100)).toEqual({
    ...{ failingSince: 1_000_201, disable: false },
  })
})
