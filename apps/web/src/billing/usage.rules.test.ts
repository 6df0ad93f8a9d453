import type { Usage } from '@countersign/contracts/billing'
import { expect, test } from 'vitest'
import { daysOf, groupsOf } from './usage.rules.ts'

const usageOf = (rows: readonly [start: string, units: number, by?: string | null][]): Usage => ({
  rows: rows.map(([start, units, by]) => ({ start, units, reported: 0, by })),
  totals: { units: 0, reported: 0 },
  period: { from: '2026-11-01', to: '2026-11-04' },
})

test('[BI-06] usage without groups has a bar for each day, also for those without transfers', () => {
  const usage = usageOf([
    ['2026-11-01', 3],
    ['2026-11-03', 1],
  ])
  const groups = groupsOf(usage.rows)
  expect(daysOf(usage, groups)).toEqual([
    { label: '2026-11-01', group0: 3 },
    { label: '2026-11-02' },
    { label: '2026-11-03', group0: 1 },
  ])
})

test('[BI-06] groups of one day add up, the largest first, and small ones share a bar', () => {
  const usage = usageOf([
    ['2026-11-01', 1, 'BTC'],
    ['2026-11-01', 5, 'ETH'],
    ['2026-11-01', 2, null],
    ['2026-11-02', 9, 'BTC'],
    ['2026-11-02', 1, 'A'],
    ['2026-11-02', 1, 'B'],
    ['2026-11-02', 1, 'C'],
    ['2026-11-02', 3, 'D'],
  ])
  const groups = groupsOf(usage.rows)
  expect(groups.map(({ by }) => by)).toEqual(['BTC', 'ETH', 'D', null])
  expect(daysOf(usage, groups)).toEqual([
    { label: '2026-11-01', group0: 1, group1: 5, group3: 2 },
    { label: '2026-11-02', group0: 9, group2: 3, others: 3 },
    { label: '2026-11-03' },
  ])
  // Five have room: nothing is called “others” that could have its name.
  expect(groupsOf(usage.rows.slice(0, 6))).toHaveLength(5)
})
