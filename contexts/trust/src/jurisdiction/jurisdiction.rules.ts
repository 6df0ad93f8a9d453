import type { JurisdictionStatus } from '@countersign/contracts/trust'

/** Two-letter codes of the countries in each status, those that are in a table of ours. */
export type CountriesByStatus = ReadonlyMap<JurisdictionStatus, readonly string[]>

/** The countries in each status. */
export function countriesByStatus(
  jurisdictions: readonly { status: JurisdictionStatus; countries: readonly string[] }[],
): CountriesByStatus {
  const groups = Map.groupBy(jurisdictions, ({ status }) => status)
  return new Map(
    [...groups].map(([status, list]) => [status, list.flatMap((one) => one.countries)]),
  )
}

/** The status of each country; one that nobody described is not known. */
export function statusesOf(countries: readonly string[], by: CountriesByStatus) {
  return countries.map((country) => ({
    country,
    status: [...by].find(([, list]) => list.includes(country))?.[0] ?? ('notAvailable' as const),
  }))
}

/** What is wrong with the order of tiers, or undefined. */
export function tierOrder(
  tiers: readonly { comparator: '>=' | '>'; amount: number; currency: string }[],
): string | undefined {
  if (new Set(tiers.map(({ currency }) => currency)).size > 1)
    return 'All amounts must be in one currency'
  const isLower = (a: (typeof tiers)[number], b: (typeof tiers)[number]) =>
    a.amount < b.amount || (a.amount === b.amount && a.comparator === '>=' && b.comparator === '>')
  const rising = tiers.every((tier, at) => {
    const before = tiers[at - 1]
    return before === undefined || isLower(before, tier)
  })
  return rising ? undefined : 'Enter amounts in ascending order, each once'
}
