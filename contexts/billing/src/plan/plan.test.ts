import { subscriptionStatuses } from '@countersign/contracts/billing'
import { expect, test } from 'vitest'
import { accessOf, type Plans, planOf, type Standing, stateOf } from './plan.rules.ts'

const at = new Date('2026-11-24T12:00:00Z')
const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
const standing = (over: Partial<Standing>): Standing => ({
  plan: 'standard',
  status: 'active',
  pastDueSince: null,
  endsAt: null,
  ...over,
})
const plans: Plans = {
  free: { key: 'free', type: 'SUNRISE', transfersPerMonth: 10 },
  paying: [
    { key: 'standard', type: 'PAYING', transfersPerMonth: null },
    { key: 'group', type: 'PAYING', transfersPerMonth: 5000 },
  ],
}

test('[BI-01] a subscription in good standing gives full access, a late payment a time of grace', () => {
  const access = subscriptionStatuses.map((status) => [status, accessOf(standing({ status }), at)])
  expect(Object.fromEntries(access)).toEqual({
    ...{ active: 'full', trialing: 'full', in_trial: 'full', past_due: 'grace' },
    ...{ incomplete: 'sunrise', incomplete_expired: 'sunrise', canceled: 'sunrise' },
    ...{ unpaid: 'sunrise', future: 'sunrise', paused: 'sunrise', none: 'sunrise' },
  })
  expect(accessOf(undefined, at)).toBe('sunrise')
})

test('[BI-01] grace ends after 14 days, and a canceled subscription with the time paid for', () => {
  const late = standing({ status: 'past_due', pastDueSince: at })
  expect([accessOf(late, new Date(later(14).getTime() - 1)), accessOf(late, later(14))]).toEqual([
    'grace',
    'sunrise',
  ])
  const ending = standing({ status: 'canceled', endsAt: later(1) })
  expect([accessOf(ending, at), accessOf(ending, later(1))]).toEqual(['full', 'sunrise'])
})

test('[BI-01] a plan that the configuration does not name costs nobody their access', () => {
  const keys = ['standard', 'group', 'renamed'].map(
    (plan) => planOf(plans, standing({ plan }), at).key,
  )
  expect(keys).toEqual(['standard', 'group', 'standard'])
  expect(planOf(plans, standing({ plan: 'group', status: 'unpaid' }), at).key).toBe('free')
})

test('[BI-06] a limit is near from four fifths on', () => {
  expect([7, 8, 9, 10, 11].map((used) => stateOf(used, 10))).toEqual([
    ...['ok', 'near', 'near', 'reached', 'reached'],
  ])
  expect([stateOf(0, 0), stateOf(1e6, null)]).toEqual(['reached', 'ok'])
})
