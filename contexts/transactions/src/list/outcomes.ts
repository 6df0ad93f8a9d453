import type { Input } from '@countersign/contracts'
import {
  type tx as contract,
  DecidedBy,
  Direction,
  Status,
} from '@countersign/contracts/transactions'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { addTimes, secondsAt } from './answer-time.rules.ts'
import {
  countHeldByPlan,
  findRuleNames,
  type OutcomeSum,
  sumCounterparties,
  sumOutcomes,
} from './outcomes.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many counterparties are named. */
const most = 20

const answerTimes = (times: readonly number[]) => ({
  answered: times.reduce((sum, n) => sum + n, 0),
  medianSeconds: secondsAt(times, 0.5),
  p90Seconds: secondsAt(times, 0.9),
})

/** What the company itself decided: to send, and how to answer. */
const isOwnDecision = ({ direction, outcome, decidedBy }: OutcomeSum): boolean =>
  decidedBy !== 'THEM' &&
  (outcome === 'SENT'
    ? direction !== 'incoming'
    : direction !== 'outgoing' && ['ACCEPTED', 'DECLINED', 'REJECTED'].includes(outcome))

const summed = (rows: readonly OutcomeSum[]) => rows.reduce((sum, { n }) => sum + n, 0)

/** What the company's transfers came to, who decided, and how long answers took. */
export async function outcomes(
  { tx, company }: Calling,
  { query }: Input<typeof contract.outcomes>,
) {
  const rows = await sumOutcomes(tx, company, query)
  const names = await findRuleNames(
    tx,
    company,
    rows.flatMap(({ rule }) => rule || []),
  )
  const grouped = (keyOf: (row: OutcomeSum) => string, some = rows) => [
    ...Map.groupBy(some, keyOf).values(),
  ]
  return {
    outcomes: grouped(
      ({ period, direction, outcome }) => `${period} ${direction} ${outcome}`,
    ).flatMap((same) =>
      same.slice(0, 1).map(({ period, direction, outcome }) => ({
        period,
        direction: Direction.parse(direction),
        outcome: Status.parse(outcome),
        count: summed(same),
      })),
    ),
    decisions: grouped(
      ({ decidedBy, rule }) => `${decidedBy} ${rule}`,
      rows.filter(isOwnDecision),
    ).flatMap((same) =>
      same.slice(0, 1).map(({ decidedBy, rule }) => ({
        by: DecidedBy.parse(decidedBy),
        rule: rule === '' ? null : { id: rule, name: names.get(rule) ?? null },
        count: summed(same),
      })),
    ),
    responses: grouped(({ period, direction }) => `${period} ${direction}`).flatMap((same) => {
      const times = addTimes(same.map((one) => one.times))
      return same.slice(0, 1).flatMap(({ period, direction }) => {
        const row = { period, direction: Direction.parse(direction), ...answerTimes(times) }
        return row.answered === 0 ? [] : row
      })
    }),
    responsesInAll: (['incoming', 'outgoing'] as const).map((direction) => ({
      direction,
      ...answerTimes(
        addTimes(rows.filter((row) => row.direction === direction).map(({ times }) => times)),
      ),
    })),
    heldByPlan: await countHeldByPlan(tx, company),
  }
}

/** The counterparties that most transfers of some months were with. */
export async function topCounterparties(
  { tx, company, deps }: Calling,
  { query }: Input<typeof contract.statisticsCounterparties>,
) {
  const rows = await sumCounterparties(tx, company, { ...query, limit: most })
  const known = await deps.companies(
    tx,
    rows.map(({ did }) => did),
  )
  const names = new Map(known.map(({ did, name }) => [did, name]))
  return {
    rows: rows.map(({ times, ...row }) => ({
      ...row,
      name: names.get(row.did) ?? row.did,
      ...answerTimes(times),
    })),
  }
}
