import { expect, test } from 'vitest'
import { judgeFailing, verdictOn } from './outcome.rules.ts'

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
