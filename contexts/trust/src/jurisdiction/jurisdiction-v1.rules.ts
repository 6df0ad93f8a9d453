import {
  type Jurisdiction,
  type Requirement,
  type RequirementItem,
  V1Jurisdiction,
} from '@countersign/contracts/trust'

const sides = ['originator', 'beneficiary'] as const
const namesAndAccounts: Requirement = {
  all: ['originator.NAME', 'originator.ACCOUNT', 'beneficiary.NAME', 'beneficiary.ACCOUNT'],
}

/** What must all travel: items, and groups of which a part must. */
const partsOf = (requires: Requirement): readonly Requirement[] =>
  typeof requires === 'object' && 'all' in requires ? requires.all.flatMap(partsOf) : [requires]

const itemsOf = (part: Requirement): readonly RequirementItem[] => {
  if (typeof part === 'string') return [part]
  return ('all' in part ? part.all : part.any).flatMap(itemsOf)
}

/** The rule of a country as V1 answers; a rule that is only planned is none. */
export function toV1(countryCode: string, { tiers, status }: Jurisdiction): V1Jurisdiction[] {
  if (status === 'plansAnnounced' || status === 'notAvailable') return []
  const thresholds = tiers.map(({ amount, comparator, requires = namesAndAccounts }) => {
    const parts = partsOf(requires)
    const rules = sides.flatMap((side) => {
      const own = parts.filter((part) => itemsOf(part).some((item) => item.startsWith(side)))
      const fields = own.filter((part) => typeof part === 'string')
      const conditions = own.filter((part) => typeof part !== 'string')
      return own.length > 0 ? [{ type: side.toUpperCase(), fields, conditions }] : []
    })
    return { threshold: amount, comparator, rules }
  })
  const currency = tiers[0]?.currency ?? null
  return [V1Jurisdiction.parse({ countryCode, currency, thresholds })]
}
