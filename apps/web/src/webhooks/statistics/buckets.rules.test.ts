import { expect, test } from 'vitest'
import { bucketsOf, percentile, sumOf } from './buckets.rules.ts'

test('[WP-02] [WH-13] figures by day have their times, and those of five minutes are added up to hours', () => {
  const of = (period: 'OneDay' | 'FiveMinutes') =>
    bucketsOf({
      startDate: '2026-11-24T00:00:00.000Z',
      endDate: '2026-11-26T00:00:00.000Z',
      period,
      data: { successCount: [3, 0], failureCount: [1, 2], canceledCount: [0, 0] },
    })
  expect(of('OneDay')).toEqual([
    { start: '2026-11-24T00:00:00.000Z', delivered: 3, failed: 1 },
    { start: '2026-11-25T00:00:00.000Z', delivered: 0, failed: 2 },
  ])
  const [successCount, failureCount] = [Array(25).fill(1), Array(25).fill(2)]
  const startDate = '2026-11-24T10:05:00.000Z'
  const hours = bucketsOf({
    ...{ startDate, endDate: startDate, period: 'FiveMinutes' },
    data: { successCount, failureCount, canceledCount: [] },
  })
  expect(hours).toEqual([
    { start: '2026-11-24T10:05:00.000Z', delivered: 12, failed: 24 },
    { start: '2026-11-24T11:05:00.000Z', delivered: 12, failed: 24 },
    { start: '2026-11-24T12:05:00.000Z', delivered: 1, failed: 2 },
  ])
  expect(sumOf(of('OneDay'))).toEqual({ delivered: 3, failed: 3 })
})

test('[WP-02] a percentile is one of the values', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 3, 5, 5])
  expect(percentile([], 0.5)).toBeUndefined()
})
