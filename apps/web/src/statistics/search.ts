import * as z from 'zod/mini'

/** How far back analytics look, and in which steps. */
export const ranges = [
  { value: '30', label: 'Last 30 days', by: 'day' },
  { value: '91', label: 'Last 13 weeks', by: 'week' },
  { value: '365', label: 'Last 12 months', by: 'month' },
] as const

/** What the address of the analytics says. */
export const AnalyticsSearch = z.object({
  days: z.catch(z.optional(z.literal([91, 365])), undefined),
  compare: z.catch(z.optional(z.literal(true)), undefined),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>

/** Some days and the steps in which they are counted. */
export interface Range {
  from: string
  to: string
  by: 'day' | 'week' | 'month'
}

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The days that end today, or as many before them. */
export function rangeOf(days: number | undefined, today: number, isPrevious = false): Range {
  const { value, by } = ranges.find((one) => Number(one.value) === days) ?? ranges[0]
  const last = today - (isPrevious ? Number(value) * dayMs : 0)
  return { from: dayOf(last - (Number(value) - 1) * dayMs), to: dayOf(last), by }
}
