import type { Plan } from '../plan/index.ts'

/** What was found or made at a provider: `differs` and `missing` need somebody’s decision. */
export type SetUp = {
  readonly state: 'found' | 'made' | 'differs' | 'missing'
  readonly what: string
}

/** A plan that a provider can sell. */
export type PricedPlan = Plan & { readonly price: NonNullable<Plan['price']> }

/** The plans that have a price, and a line for each that has none. */
export function pricedPlans(plans: readonly Plan[]): { priced: PricedPlan[]; lines: SetUp[] } {
  const priced = plans.filter((plan): plan is PricedPlan => plan.price !== undefined)
  const others = plans.filter(({ price }) => price === undefined)
  const lines = others.map(
    ({ key }) => ({ state: 'missing', what: `price of plan ${key} in BILLING_PLANS` }) as const,
  )
  return { priced, lines }
}
