import type { StatisticsRow } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { periodsOf, sumOf, totalsOf } from './period.rules.ts'

const row = (more: Partial<StatisticsRow>): StatisticsRow => ({
  period: '2026-11-02',
  direction: 'outgoing',
  transactionType: 'TRAVELRULE',
  status: 'SENT',
  count: 1,
  value: '10.5',
  ...more,
})

test('[TX-05] periods have no gaps: days, weeks from Monday, months', () => {
  expect(periodsOf('2026-11-30', '2026-12-02', 'day')).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
  expect(periodsOf('2026-11-24', '2026-12-01', 'week')).toEqual(['2026-11-23', '2026-11-30'])
  expect(periodsOf('2026-11-24', '2027-01-01', 'month')).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
  ])
})

test('[TX-05] rows add up by period, direction and outcome', () => {
  const totals = totalsOf(
    [
      row({ count: 2 }),
      row({ status: 'ACCEPTED', direction: 'incoming', value: '1' }),
      row({ period: '2026-11-03', status: 'CANCELLED', count: 3, value: '0' }),
    ],
    ['2026-11-02', '2026-11-03', '2026-11-04'],
  )
  expect(totals).toMatchObject([
    { outgoing: 2, incoming: 1, open: 2, accepted: 1, total: 3, value: 11.5 },
    { outgoing: 3, cancelled: 3, total: 3, value: 0 },
    { period: '2026-11-04', total: 0, value: 0 },
  ])
  expect(sumOf(totals)).toMatchObject({ outgoing: 5, incoming: 1, total: 6, value: 11.5, open: 2 })
})
