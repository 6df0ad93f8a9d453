import * as z from 'zod/mini'
import { subscriptionStatuses } from '../billing/index.ts'
import { Did, Instant, Whole } from '../common.ts'
import { declareEvent } from './declare.ts'

const at = '2026-11-23T09:14:02.117Z'

const used = {
  /** Which limit. */
  limit: z.enum(['outgoing_sent']),
  used: Whole(),
  allowed: Whole(),
  resetsAt: Instant,
  at: Instant,
}
const example = {
  limit: 'outgoing_sent',
  allowed: 10,
  resetsAt: '2026-12-01T00:00:00.000Z',
  at,
} as const

/** The events of plans and their limits. Names and counts alone: no amounts. */
export const billingEvents = [
  declareEvent('billing.subscription.updated', {
    description: 'Your company’s plan or the status of its subscription has changed.',
    version: 1,
    object: 'payerDid',
    fields: {
      payerDid: Did,
      plan: z.string(),
      status: z.enum(subscriptionStatuses),
      access: z.enum(['full', 'grace', 'sunrise']),
      at: Instant,
    },
    examples: [
      {
        payerDid: 'did:ethr:0x51a4f0c3',
        plan: 'standard',
        status: 'past_due',
        access: 'grace',
        at,
      },
    ],
  }),
  declareEvent('billing.usageLimitNear', {
    description: 'Your company has used four fifths of what its plan covers this month.',
    version: 1,
    object: 'limit',
    fields: used,
    examples: [{ ...example, used: 8 }],
  }),
  declareEvent('billing.limit.reached', {
    description:
      'Your company has used all that its plan covers this month: further transfers wait.',
    version: 1,
    object: 'limit',
    fields: used,
    examples: [{ ...example, used: 10 }],
  }),
] as const
