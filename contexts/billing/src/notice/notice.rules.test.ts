import { expect, test } from 'vitest'
import type { Standing } from '../plan/index.ts'
import { limitNotices, noticesOf } from './notice.rules.ts'

const day = 86_400_000
const start = new Date('2026-11-01T00:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * day)
const standing = (more: Partial<Standing>): Standing => ({
  plan: 'standard',
  status: 'active',
  pastDueSince: null,
  endsAt: null,
  ...more,
})
const kindsAt = (of: Standing, at: Date) =>
  noticesOf(of, at).map(({ kind, mark }) => [kind, mark.split(' ').at(-1)])

test.each([
  [0, '0'],
  [6.9, '0'],
  [7, '7'],
  [11.9, '7'],
  [12, '12'],
  [13.9, '12'],
])('[BI-02] %d days after a payment failed, the reminder is that of day %s', (days, stage) => {
  const late = standing({ status: 'past_due', pastDueSince: start })
  expect(kindsAt(late, after(days))).toEqual([
    ['updated', 'grace'],
    ['failed', stage],
  ])
})

test('[BI-02] an end that lies ahead is told, one that has passed is not', () => {
  const ends = after(3)
  const canceled = standing({ status: 'canceled', endsAt: ends })
  expect(kindsAt(canceled, after(2))).toEqual([
    ['updated', 'full'],
    ['ending', ends.toISOString()],
  ])
  expect(kindsAt(canceled, after(3))).toEqual([['updated', 'sunrise']])
  expect(kindsAt(standing({}), after(2))).toEqual([['updated', 'full']])
})

test('[BI-06] a limit is told of once a month, when it is near and when it is reached', () => {
  expect(limitNotices('ok', { start })).toEqual([])
  expect(limitNotices('near', { start })).toEqual([{ kind: 'limit_near', mark: '2026-11' }])
  expect(limitNotices('reached', { start })).toEqual([{ kind: 'limit_reached', mark: '2026-11' }])
})
