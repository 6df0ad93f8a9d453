import type { StatisticsRow } from '@countersign/contracts/transactions'

/** How a transfer ended, or that it hasn’t yet. */
export const outcomes = ['accepted', 'declined', 'rejected', 'cancelled', 'open'] as const
export type Outcome = (typeof outcomes)[number]

const endings: Readonly<Partial<Record<StatisticsRow['status'], Outcome>>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
}

/** One period: transfers by direction and by outcome, and their value. */
export type Period = Readonly<Record<Outcome, number>> & {
  /** The first day, in UTC. */
  readonly period: string
  readonly outgoing: number
  readonly incoming: number
  readonly internal: number
  readonly total: number
  /** In the company’s currency. */
  readonly value: number
}

const empty = (period: string): Period => ({
  period,
  outgoing: 0,
  incoming: 0,
  internal: 0,
  total: 0,
  value: 0,
  accepted: 0,
  declined: 0,
  rejected: 0,
  cancelled: 0,
  open: 0,
})

const dayMs = 86_400_000

/** The first days of all periods from one day to another, also of those without transfers. */
export function periodsOf(from: string, to: string, by: 'day' | 'week' | 'month'): string[] {
  const days: string[] = []
  const start = new Date(`${from}T00:00:00Z`)
  if (by === 'week') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7))
  if (by === 'month') start.setUTCDate(1)
  for (const at = start; at.getTime() <= Date.parse(`${to}T00:00:00Z`); ) {
    days.push(at.toISOString().slice(0, 10))
    if (by === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
    else at.setTime(at.getTime() + (by === 'week' ? 7 : 1) * dayMs)
  }
  return days
}

/** What the rows of statistics add up to in each period. */
export function totalsOf(rows: readonly StatisticsRow[], periods: readonly string[]): Period[] {
  const found = new Map(periods.map((period) => [period, empty(period)]))
  for (const { period, direction, status, count, value } of rows) {
    const before = found.get(period) ?? empty(period)
    const outcome = endings[status] ?? 'open'
    found.set(period, {
      ...before,
      [direction]: before[direction] + count,
      [outcome]: before[outcome] + count,
      total: before.total + count,
      value: before.value + Number(value),
    })
  }
  return [...found.values()].toSorted((a, b) => (a.period < b.period ? -1 : 1))
}

/** All periods together. */
export const sumOf = (periods: readonly Period[]): Period =>
  periods.reduce(
    (sum, one) => ({
      period: '',
      outgoing: sum.outgoing + one.outgoing,
      incoming: sum.incoming + one.incoming,
      internal: sum.internal + one.internal,
      total: sum.total + one.total,
      value: sum.value + one.value,
      accepted: sum.accepted + one.accepted,
      declined: sum.declined + one.declined,
      rejected: sum.rejected + one.rejected,
      cancelled: sum.cancelled + one.cancelled,
      open: sum.open + one.open,
    }),
    empty(''),
  )
