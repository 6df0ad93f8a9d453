import type { AmountBound, Jurisdiction } from '@countersign/contracts/trust'
import type { Big } from 'big.js'
import type { LocalAmounts } from './local-amount.rules.ts'

/** What transfers need to know of a jurisdiction. */
export type Rule = Pick<Jurisdiction, 'id' | 'version' | 'countries' | 'status' | 'tiers'> &
  Pick<
    Jurisdiction,
    | 'confidence'
    | 'selfHostedProofAbove'
    | 'mustReject'
    | 'mustVerify'
    | 'recordYears'
    | 'source'
    | 'sourceUrl'
  >

/** How one side's rule judges an amount; `tier` is an index, null where none applies. */
export type Judged = {
  readonly rule: Rule | null
  readonly tier: number | null
  readonly amount: Big | null
  readonly currency: string | null
}

/** The country whose rule a company follows: the one it chose, else where it is incorporated, else its first. */
export const countryOf = (company: {
  readonly travelRuleCountry?: string | null | undefined
  readonly incorporation?: string | null | undefined
  readonly countries: readonly string[]
}): string | null =>
  company.travelRuleCountry || company.incorporation || (company.countries[0] ?? null)

/** The rule of a country; one that nobody described follows FATF's. */
export const ruleOf = (rules: readonly Rule[], country: string | null): Rule | null =>
  rules.find(({ countries }) => country !== null && countries.includes(country)) ??
  rules.find(({ id }) => id === 'FATF') ??
  null

/** Whether a rule is one to follow: planned ones are not yet. */
export const isInUse = ({ status }: Rule): boolean =>
  status === 'inForce' || status === 'limitedScope' || status === 'gracePeriodOngoing'

/** Whether an amount is within a bound; one that nobody knows may be. */
export const isWithin = (amount: Big | null, { comparator, amount: bound }: AmountBound): boolean =>
  amount === null || (comparator === '>=' ? amount.gte(bound) : amount.gt(bound))

/**
 * The highest tier of a rule that applies; without a price the highest of all.
 * @param countries of both companies, null where not known
 */
export function judge(
  rule: Rule | null,
  amounts: LocalAmounts,
  countries: readonly (string | null)[],
): Judged {
  const tiers = rule && isInUse(rule) ? rule.tiers : []
  const currency = tiers[0]?.currency ?? null
  const amount = currency === null ? null : amounts(currency)
  const tier = tiers.findLastIndex((one) => {
    const excepted = one.unlessBothIn
    const isExcepted =
      excepted && countries.every((country) => country && excepted.includes(country))
    return !isExcepted && isWithin(amount, one)
  })
  return { rule, tier: tier < 0 ? null : tier, amount, currency }
}
