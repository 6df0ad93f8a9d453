import type { StatisticsPeriod } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'

const day = 24 * 3_600_000
const days28 = 28 * day
const days90 = 90 * day
const minutes5 = 5 * 60_000
const hour = 3_600_000

/** Length of a bucket, and the longest range that is divided so. */
const periods = {
  FiveMinutes: { size: minutes5, longest: day },
  OneHour: { size: hour, longest: 31 * day },
  OneDay: { size: day, longest: days90 },
} as const

const refuse = (detail: string) => fail('bad_request', detail, { wire: 'invalid_range' })

/** A range of time. */
export type TimeSpan = { readonly since: Date; readonly until: Date }

/** A range that does not end in the future. @throws 400 */
export function pastRange(range: TimeSpan, now: number): TimeSpan {
  if (range.until.getTime() > now) throw refuse("'until' cannot be in the future")
  if (range.since > range.until) throw refuse("'since' cannot be after 'until'")
  return range
}

/** A range of time of 28 days at the most, by default the last ones. @throws 400 */
export function statsRange(
  asked: { since?: Date | undefined; until?: Date | undefined },
  now: number,
): TimeSpan {
  const until = asked.until ?? new Date(now)
  const since = asked.since ?? new Date(until.getTime() - days28)
  const range = pastRange({ since, until }, now)
  if (until.getTime() - since.getTime() > days28 + minutes5)
    throw refuse(`'since' cannot be more than 28 days prior to ${until.toISOString()}`)
  return range
}

/** Buckets of time, side by side and aligned to UTC; Unix milliseconds. */
export type Buckets = {
  readonly period: StatisticsPeriod
  /** Length of each. */
  readonly size: number
  /** Where the first begins. */
  readonly start: number
  /** Where the last ends. */
  readonly end: number
}

/**
 * The buckets that a range touches, whole: what one counts does not depend on what was asked for. By
 * five minutes for a day at the most, else by day, unless asked otherwise; by default the last 24 hours.
 * @throws 400
 */
export function bucketsOf(
  asked: {
    startDate?: Date | undefined
    endDate?: Date | undefined
    period?: StatisticsPeriod | undefined
  },
  now: number,
): Buckets {
  const until = asked.endDate?.getTime() ?? now
  const since = asked.startDate?.getTime() ?? until - day
  if (since > until) throw refuse("'startDate' cannot be after 'endDate'")
  if (until - since > days90)
    throw refuse(
      `'startDate' cannot be more than 90 days prior to ${new Date(until).toISOString()}`,
    )
  const period = asked.period ?? (until - since <= day ? 'FiveMinutes' : 'OneDay')
  const { size, longest } = periods[period]
  if (until - since > longest) throw refuse(`The range is too long for a period of ${period}`)
  const start = Math.floor(since / size) * size
  const end = Math.max(start + size, Math.ceil(until / size) * size)
  return { period, size, start, end }
}
