import type { CountedThing, Price, Subscription } from '@countersign/contracts/billing'

/** A plan of the deployer's. */
export type Plan = {
  readonly key: string
  readonly type: Subscription['subscription_type']
  /** Chargeable transfers in a calendar month; null for as many as one likes. */
  readonly transfersPerMonth: number | null
  /** Questionnaires requested of others in a calendar month; null or absent for as many as one likes. */
  readonly questionnairesPerMonth?: number | null | undefined
  /** What a company can have of other things at once; null or absent for as many as one likes. */
  readonly counted?: Readonly<Partial<Record<CountedThing, number | null>>> | undefined
  /** Absent where only the provider knows it. */
  readonly price?: Price | undefined
}

/** The plans of a deployment. */
export type Plans = {
  /** Of whoever doesn’t pay. */
  readonly free: Plan
  /** The first is also that of a subscription to a plan that we don’t know. */
  readonly paying: readonly [Plan, ...Plan[]]
}

/** What decides what a company may do. */
export type Standing = {
  readonly plan: string
  readonly status: Subscription['subscription_status']
  readonly pastDueSince: Date | null
  readonly endsAt: Date | null
}

/** Days of full access after an invoice was due. */
const graceDays = 14

/** When full access ends for a company whose payment is late; null for others. */
export const graceEndOf = ({ status, pastDueSince }: Standing): Date | null =>
  status === 'past_due' && pastDueSince
    ? new Date(pastDueSince.getTime() + graceDays * 86_400_000)
    : null

/** What a subscription gives at a moment. */
export function accessOf(standing: Standing | undefined, at: Date): Subscription['access'] {
  if (!standing) return 'sunrise'
  const { status, endsAt } = standing
  if (status === 'active' || status === 'trialing' || status === 'in_trial') return 'full'
  if (status === 'canceled') return endsAt && at < endsAt ? 'full' : 'sunrise'
  if (status !== 'past_due') return 'sunrise'
  const graceEnd = graceEndOf(standing)
  return graceEnd && at >= graceEnd ? 'sunrise' : 'grace'
}

/** The plan that counts. A name that we don’t know is our mistake, so it costs the company nothing. */
export function planOf(plans: Plans, standing: Standing | undefined, at: Date): Plan {
  if (!standing || accessOf(standing, at) === 'sunrise') return plans.free
  const { plan: key } = standing
  return plansIn(plans).find((plan) => plan.key === key) ?? plans.paying[0]
}

/** All plans, the free one first. */
export const plansIn = (plans: Plans): readonly Plan[] => [plans.free, ...plans.paying]

/** How close a use is to its limit. */
export function stateOf(used: number, limit: number | null): 'ok' | 'near' | 'reached' {
  if (limit === null || used * 5 < limit * 4) return 'ok'
  return used < limit ? 'near' : 'reached'
}
