import { subscriptionStatuses } from '@countersign/contracts/billing'
import * as z from 'zod/mini'

/** The part of the address that the list of subscriptions is made from. */
export const SubscriptionsSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
  status: z.catch(z.optional(z.enum(subscriptionStatuses)), undefined),
})

/** The part of the address that the differences are made from. */
export const DifferencesSearch = z.object({
  state: z.catch(z.optional(z.literal('closed')), undefined),
  /** The difference that is looked at. */
  open: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
})
