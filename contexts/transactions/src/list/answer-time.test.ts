import { expect, test } from 'vitest'
import { addTimes, secondsAt } from './answer-time.rules.ts'

/** The histogram of some times in seconds, as the database has it. */
const histogram = (times: readonly number[]) =>
  Array.from(
    { length: 40 },
    (_, bucket) =>
      times.filter(
        (time) => Math.min(39, Math.max(0, Math.floor(Math.log(time) / Math.log(1.48)))) === bucket,
      ).length,
  )

test('[TX-05] a median from buckets is off by less than a bucket', () => {
  for (const spread of [1, 2, 3]) {
    const times = Array.from({ length: 501 }, (_, n) => Math.exp(2 + (spread * (n % 97)) / 24))
    const sorted = times.toSorted((a, b) => a - b)
    const buckets = histogram(times)
    for (const share of [0.5, 0.9]) {
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
      const found = secondsAt(buckets, share) ?? 0
      expect(found / exact).toBeGreaterThan(1 / 1.48)
      expect(found / exact).toBeLessThan(1.48)
    }
  }
})

test('[TX-05] no answers have no median, and histograms add up', () => {
  expect(secondsAt(histogram([]), 0.5)).toBeNull()
  expect(addTimes([histogram([1, 60]), histogram([60])])).toEqual(histogram([1, 60, 60]))
  expect(addTimes([])).toEqual(histogram([]))
})
