import type { Subscription } from '@countersign/contracts/billing'

type Status = Subscription['subscription_status']

const fromStripe: ReadonlyMap<string, Status> = new Map(
  (
    [
      ...(['incomplete', 'incomplete_expired', 'trialing', 'active'] as const),
      ...(['past_due', 'canceled', 'unpaid', 'paused'] as const),
    ] as const
  ).map((status) => [status, status]),
)

const fromChargebee: ReadonlyMap<string, Status> = new Map([
  ['future', 'future'],
  ['in_trial', 'in_trial'],
  ['active', 'active'],
  // Usable until the term ends.
  ['non_renewing', 'active'],
  ['paused', 'paused'],
  ['cancelled', 'canceled'],
  ['transferred', 'canceled'],
])

const byProvider = { stripe: fromStripe, chargebee: fromChargebee }

/** Our word for a provider's status; `none` for a word that we don’t know. */
export const statusOf = (provider: keyof typeof byProvider, theirs: string): Status =>
  byProvider[provider].get(theirs.trim().toLowerCase()) ?? 'none'
