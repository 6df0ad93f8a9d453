import * as z from 'zod/mini'
import { Whole } from '../common.ts'

const dayMs = 86_400_000
const limit = 400

/** Some days in UTC, both inclusive, and the steps in which they are counted. */
export const DiligenceDays = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z._default(z.enum(['day', 'week', 'month']), 'day'),
  })
  .check(
    z.refine(({ from, to }) => {
      const days = (Date.parse(to) - Date.parse(from)) / dayMs
      return days >= 0 && days < limit
    }, `Give at most ${limit} days, the first one first`),
  )

/** What a company's requests for documents came to. */
export const DiligenceStatistics = z.object({
  /** Periods in which something was sent or answered. */
  rows: z.array(
    z.object({
      /** The first day. */
      period: z.iso.date(),
      sent: Whole(),
      answered: Whole(),
      /** Half of this period's answers came within this time. */
      medianSeconds: z.nullable(Whole()),
    }),
  ),
  /** The same for all of the days. */
  medianSeconds: z.nullable(Whole()),
  /** Documents of others whose access ends within 30 days. */
  accessEndingSoon: Whole(),
  /** Own verdicts to be looked at again within 30 days. */
  reviewsDueSoon: Whole(),
})
export type DiligenceStatistics = z.infer<typeof DiligenceStatistics>
