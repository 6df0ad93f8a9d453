import { subscriptionStatuses } from '@countersign/contracts/billing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusOf } from './status.rules.ts'

const words = {
  stripe: {
    ...{ incomplete: 'incomplete', incomplete_expired: 'incomplete_expired', trialing: 'trialing' },
    ...{ active: 'active', past_due: 'past_due', canceled: 'canceled', unpaid: 'unpaid' },
    paused: 'paused',
  },
  chargebee: {
    ...{ future: 'future', in_trial: 'in_trial', active: 'active', non_renewing: 'active' },
    ...{ paused: 'paused', cancelled: 'canceled', transferred: 'canceled' },
  },
} as const
const providers = ['stripe', 'chargebee'] as const

test('[BI-02] each word of a provider has its word here, however it is spelled', () => {
  for (const provider of providers)
    for (const [theirs, ours] of Object.entries(words[provider]))
      for (const spelled of [theirs, theirs.toUpperCase(), ` ${theirs}\n`])
        expect([spelled, statusOf(provider, spelled)]).toEqual([spelled, ours])
  expect(statusOf('chargebee', 'Active')).toBe('active')
  expect(statusOf('chargebee', 'Cancelled')).toBe('canceled')
  // A word of the other provider is not understood.
  expect(statusOf('chargebee', 'canceled')).toBe('none')
  expect(statusOf('stripe', 'cancelled')).toBe('none')
})

test('[BI-02] every other word means none, and every status can come about', () => {
  fc.assert(
    fc.property(fc.constantFrom(...providers), fc.string(), (provider, theirs) => {
      fc.pre(!Object.hasOwn(words[provider], theirs.trim().toLowerCase()))
      expect(statusOf(provider, theirs)).toBe('none')
    }),
    {
      examples: [
        ['stripe', 'constructor'],
        ['chargebee', '__proto__'],
        ['stripe', ''],
      ],
    },
  )
  const reached = providers.flatMap((provider) =>
    [...Object.keys(words[provider]), 'else'].map((theirs) => statusOf(provider, theirs)),
  )
  expect(new Set(reached)).toEqual(new Set(subscriptionStatuses))
})
