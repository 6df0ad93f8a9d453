import { subscriptionStatuses } from '@countersign/contracts/billing'
import * as z from 'zod/mini'

/** By what the usage of a company can be split. */
export const usageGroupings = [
  { value: '', label: 'Day', by: undefined },
  { value: 'asset', label: 'Day and asset', by: 'asset' },
  { value: 'company', label: 'Day and company', by: 'company' },
] as const
export type UsageGrouping = NonNullable<(typeof usageGroupings)[number]['by']>

/** The part of the address that the page of billing is made from. */
export const BillingSearch = z.object({
  by: z.catch(z.optional(z.literal(['asset', 'company'])), undefined),
})

/** The part of the address that the list of subscriptions is made from. */
export const SubscriptionsSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
  status: z.catch(z.optional(z.enum(subscriptionStatuses)), undefined),
})
export type SubscriptionsSearch = z.infer<typeof SubscriptionsSearch>

/** The part of the address that the differences are made from. */
export const DifferencesSearch = z.object({
  state: z.catch(z.optional(z.literal('closed')), undefined),
  /** The difference that is looked at. */
  open: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
})
export type DifferencesSearch = z.infer<typeof DifferencesSearch>
