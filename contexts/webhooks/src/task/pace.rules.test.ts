import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pace } from './pace.rules.ts'

const rate = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null })
const time = fc.integer({ min: 0, max: 1e12 })

test('[WH-05] deliveries become due in bunches, never faster than allowed', () => {
  expect(pace(250, 0, 1_000, null)).toEqual({
    due: [
      ...Array.from({ length: 100 }, () => 1_000),
      ...Array.from({ length: 100 }, () => 1_200),
      ...Array.from({ length: 50 }, () => 1_400),
    ],
    next: 1_600,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), time, time, rate, (count, from, now, limit) => {
      const { due, next } = pace(count, from, now, limit)
      expect(due).toHaveLength(count)
      const first = due[0] ?? 0
      const last = due.at(-1) ?? 0
      expect(first).toBe(Math.max(from, now))
      expect(due.every((at, place) => place === 0 || at >= (due[place - 1] ?? 0))).toBe(true)
      expect(next).toBeGreaterThan(last)
      const seconds = (next - first) / 1_000
      expect(count / seconds).toBeLessThanOrEqual(Math.min(500, limit ?? 500) + 1e-3)
    }),
  )
})

test('[WH-05] nothing to send takes no time, and pages follow one another', () => {
  expect(pace(0, 5_000, 1_000, null)).toEqual({ due: [], next: 5_000 })
  const first = pace(100, 0, 1_000, 10)
  expect(pace(1, first.next, 1_010, 10).due).toEqual([11_000])
})
