import * as z from 'zod/mini'
import { Did, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { readsIn } from './own-operations.ts'
import { Direction, Status, TransactionType } from './status.ts'
import { Caip19 } from './values.ts'

/** The longest span of statistics, in days. */
export const statisticsLimit = 400

const dayMs = 86_400_000

/** Transfers of one kind that were created in one period, by the status that they have now. */
export const StatisticsRow = z.object({
  /** The first day of the period, in UTC; weeks begin on Monday. The first one may begin before `from`. */
  period: z.iso.date(),
  direction: Direction,
  transactionType: TransactionType,
  status: Status,
  count: Whole(),
  /** Sum of their values when they were created, a decimal in the company's currency; unpriced ones count as 0. */
  value: z.string(),
})
export type StatisticsRow = z.infer<typeof StatisticsRow>

/** What a company's transfers add up to. */
export const statisticsOperations = {
  statistics: {
    method: 'GET',
    path: '/tx/statistics',
    limit: 'search',
    summary:
      'Count the company’s transfers by period, direction, type and status, with their value',
    access: readsIn('transactions.list'),
    query: z
      .object({
        vaspDID: z.optional(Did),
        /** Days in UTC, both inclusive. */
        from: z.iso.date(),
        to: z.iso.date(),
        by: z._default(z.enum(['day', 'week', 'month']), 'day'),
        asset: z.optional(Caip19),
      })
      .check(
        z.refine(({ from, to }) => {
          const days = (Date.parse(to) - Date.parse(from)) / dayMs
          return days >= 0 && days < statisticsLimit
        }, `Give at most ${statisticsLimit} days, the first one first`),
      ),
    returns: {
      200: z.object({
        /** In order of period, direction, type and status; what there was none of is left out. */
        rows: z.array(StatisticsRow),
        /** Of all values; null where no transfer is priced. */
        currency: z.nullable(z.string()),
      }),
    },
  },
} as const satisfies Contract[string]
