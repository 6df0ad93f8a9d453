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
