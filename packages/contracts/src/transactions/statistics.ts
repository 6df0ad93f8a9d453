import * as z from 'zod/mini'
import { Did, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { readsIn } from './own-operations.ts'
import { Direction, Status, TransactionType } from './status.ts'
import { Caip19 } from './values.ts'

/** The longest span of statistics, in days. */
export const statisticsLimit = 400

const dayMs = 86_400_000

const inSpan = z.refine<{ from: string; to: string }>(({ from, to }) => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  return days >= 0 && days < statisticsLimit
}, `Give at most ${statisticsLimit} days, the first one first`)

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

/** Who did something: somebody of the company, a rule, the system, the network’s operator, or the other side. */
export const DecidedBy = z.enum(['PERSON', 'CLIENT', 'RULE', 'SYSTEM', 'NETWORK', 'THEM'])

/** How long first answers took, from when the transfer was sent; seconds, grouped, so off by up to a fifth. */
const answerTimes = {
  answered: Whole(),
  medianSeconds: z.nullable(Whole()),
  p90Seconds: z.nullable(Whole()),
}

/** What the company’s transfers came to in some days, by the day on which it happened. */
export const OutcomeStatistics = z.object({
  /** How often transfers came to a status. */
  outcomes: z.array(
    z.object({
      period: z.iso.date(),
      direction: Direction,
      outcome: Status,
      count: Whole(),
    }),
  ),
  /** Who took the company’s own decisions: to send, and how to answer. */
  decisions: z.array(
    z.object({
      by: DecidedBy,
      rule: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
      count: Whole(),
    }),
  ),
  /** Incoming: how fast the company answered; outgoing: how fast the others did. */
  responses: z.array(z.object({ period: z.iso.date(), direction: Direction, ...answerTimes })),
  /** The same for all of the days. */
  responsesInAll: z.array(z.object({ direction: Direction, ...answerTimes })),
  /** Transfers that wait now because the plan’s limit is reached. */
  heldByPlan: Whole(),
})
export type OutcomeStatistics = z.infer<typeof OutcomeStatistics>

/** A counterparty with what there was with it, in whole months. */
export const CounterpartyStatistics = z.object({
  did: z.string(),
  name: z.string(),
  incoming: Whole(),
  outgoing: Whole(),
  /** Declined and rejected ones. */
  refused: Whole(),
  ...answerTimes,
  /** There was nothing before these months. */
  isNew: z.boolean(),
})
export type CounterpartyStatistics = z.infer<typeof CounterpartyStatistics>

/** Some days in UTC, both inclusive, and the steps in which they are counted. */
const Days = z
  .object({
    vaspDID: z.optional(Did),
    from: z.iso.date(),
    to: z.iso.date(),
    by: z._default(z.enum(['day', 'week', 'month']), 'day'),
  })
  .check(inSpan)

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
      .check(inSpan),
    returns: {
      200: z.object({
        /** In order of period, direction, type and status; what there was none of is left out. */
        rows: z.array(StatisticsRow),
        /** Of all values; null where no transfer is priced. */
        currency: z.nullable(z.string()),
      }),
    },
  },
  outcomes: {
    method: 'GET',
    path: '/tx/statistics/outcomes',
    limit: 'search',
    summary: 'Count transfer outcomes, who decided, and how long answers took',
    access: readsIn('transactions.list'),
    query: Days,
    returns: { 200: OutcomeStatistics },
  },
  statisticsCounterparties: {
    method: 'GET',
    path: '/tx/statistics/counterparties',
    limit: 'search',
    summary: 'List the counterparties with the most transfers in a range of months',
    access: readsIn('transactions.list'),
    /** Counted by calendar months in UTC: those of both days, and all between. */
    query: Days,
    returns: { 200: z.object({ rows: z.array(CounterpartyStatistics) }) },
  },
} as const satisfies Contract[string]
