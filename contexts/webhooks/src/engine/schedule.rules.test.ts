import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterMs, retryDelay } from './schedule.rules.ts'

const published = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000]
const day = 86_400_000
const failed = { status: 500, timedOut: false, retryAfter: undefined }
const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const failure = fc.record({
  status: fc.constantFrom(0, 301, 400, 404, 429, 500, 502, 503, 504),
  timedOut: fc.boolean(),
  retryAfter: fc.option(fc.oneof(fc.string(), fc.nat().map(String)), { nil: undefined }),
})

test('[WH-18] the published schedule has eight attempts, counted from each failure', () => {
  const waits = Array.from({ length: 8 }, (_, i) =>
    retryDelay(published, i + 1, failed, { random: 0, now: 0 }),
  )
  expect(waits).toEqual([...published, null])
})

test('[WH-18] a delay is never shorter than planned, and never longer than a fifth above a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), failure, chance, (attempts, how, random) => {
      const delay = retryDelay(published, attempts, how, { random, now: 0 }) ?? -1
      expect(delay).toBeGreaterThanOrEqual(published[attempts - 1] ?? 0)
      expect(delay).toBeLessThanOrEqual(1.2 * day)
    }),
  )
})

test('[WH-18] for the same failure and the same chance, delays never shrink', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), failure, chance, (attempts, how, random) => {
      const at = { random, now: 0 }
      const [sooner, later] = [attempts, attempts + 1].map((n) => retryDelay(published, n, how, at))
      expect(later).toBeGreaterThanOrEqual(sooner ?? 0)
    }),
  )
})

test('[WH-18] more chance is more delay, at most a fifth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), failure, chance, (attempts, how, random) => {
      const least = retryDelay(published, attempts, how, { random: 0, now: 0 }) ?? 0
      const some = retryDelay(published, attempts, how, { random, now: 0 }) ?? 0
      expect(some).toBeGreaterThanOrEqual(least)
      expect(some).toBeLessThanOrEqual(least * 1.2 + 1)
    }),
  )
})

test.each([
  ['a timeout', { ...failed, status: 0, timedOut: true }],
  ['429', { ...failed, status: 429 }],
  ['502', { ...failed, status: 502 }],
  ['504', { ...failed, status: 504 }],
])('[WH-18] after %s the first retry waits a minute', (_, how) => {
  expect(retryDelay(published, 1, how, { random: 0, now: 0 })).toBe(60_000)
  expect(retryDelay(published, 2, how, { random: 0, now: 0 })).toBe(300_000)
})

test.each([
  ['0', 5_000],
  ['3', 5_000],
  ['30', 30_000],
  ['999999', day],
  ['1000000', day],
  ['99999999999999999999', day],
  ['9'.repeat(400), day],
  ['1e300', 5_000],
  ['-1', 5_000],
  ['30.5', 5_000],
  [' 30', 5_000],
  ['Sat, 21 Nov 2026 12:10:00 GMT', 600_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 5_000],
  ['Fri, 21 Nov 2026 12:10:00 GMT', 5_000],
  ['Fri, 01 Jan 2099 00:00:00 GMT', 5_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', day],
  ['Saturday, 21-Nov-26 12:10:00 GMT', 5_000],
  ['2026-11-21T12:10:00Z', 5_000],
  ['Sat, 31 Feb 2026 12:10:00 GMT', 5_000],
  ['soon', 5_000],
])('[WH-18] Retry-After %j makes the first retry wait %d ms', (retryAfter, delay) => {
  const now = Date.UTC(2026, 10, 21, 12)
  expect(retryDelay(published, 1, { ...failed, retryAfter }, { random: 0, now })).toBe(delay)
})

test('[WH-18] no text makes Retry-After negative or endless', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ms = retryAfterMs(text, 0)
      expect(Number.isFinite(ms) && ms >= 0).toBe(true)
    }),
  )
})
