import type { AttemptStatistics } from '@countersign/contracts/webhooks'

/** The attempts of a stretch of time. */
export interface Bucket {
  /** When it begins, ISO 8601. */
  readonly start: string
  readonly delivered: number
  readonly failed: number
}

const length = { OneDay: 86_400_000, OneHour: 3_600_000, FiveMinutes: 300_000 } as const
/** Five minutes are too narrow to be seen in a day: they are added up to hours. */
const together = { OneDay: 1, OneHour: 1, FiveMinutes: 12 } as const

/** The service's two rows of figures as one row of stretches of time. */
export function bucketsOf({ startDate, period, data }: AttemptStatistics): Bucket[] {
  const { successCount, failureCount } = data
  const size = together[period]
  const sum = (counts: readonly number[], at: number) =>
    counts.slice(at * size, (at + 1) * size).reduce((all, count) => all + count, 0)
  return Array.from({ length: Math.ceil(successCount.length / size) }, (_, at) => ({
    start: new Date(Date.parse(startDate) + at * size * length[period]).toISOString(),
    delivered: sum(successCount, at),
    failed: sum(failureCount, at),
  }))
}

/** All of them together. */
export const sumOf = (buckets: readonly Bucket[]): { delivered: number; failed: number } => ({
  delivered: buckets.reduce((sum, { delivered }) => sum + delivered, 0),
  failed: buckets.reduce((sum, { failed }) => sum + failed, 0),
})

/** The value that this share of them, from 0 to 1, does not exceed; undefined without any. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}
