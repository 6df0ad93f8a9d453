import {
  badgeFilters,
  type DirectoryFacets,
  type DirectoryFilters,
  jurisdictionStatuses,
  regulatoryStatuses,
  reviewFilters,
} from '@countersign/contracts/trust'
import * as z from 'zod/mini'
import type { CountriesByStatus } from '../jurisdiction/index.ts'

/** What companies have in common, as far as a filter may ask for it. */
const Facts = z.object({
  listed: z.boolean(),
  discoverable: z.boolean(),
  has_admin: z.boolean(),
  is_active_sender: z.boolean(),
  is_active_receiver: z.boolean(),
  verification_status: z.string(),
  regulatory_status: z.nullable(z.string()),
  jurisdictions: z.array(z.string()),
  is_subsidiary: z.boolean(),
})

/** Their names, in the order in which the database tells them. */
export const factNames = Object.keys(Facts.shape)

/** The same with the badges that it earns, numbered so that companies can be counted by it. */
export type Facts = z.infer<typeof Facts> & {
  readonly id: number
  readonly badges: readonly NonNullable<DirectoryFilters['badge']>[]
}

/** Facts as the database tells them. */
export function factsOf(id: number, text: string): Facts {
  const values = z.array(z.unknown()).parse(JSON.parse(text))
  const facts = Facts.parse(Object.fromEntries(factNames.map((name, at) => [name, values[at]])))
  const isVerified = facts.verification_status === 'VERIFIED'
  return {
    ...facts,
    id,
    jurisdictions: [...new Set(facts.jurisdictions)],
    badges: [
      ...(isVerified ? (['verified'] as const) : []),
      ...(facts.has_admin ? (['claimed'] as const) : []),
      ...(facts.is_active_receiver ? (['in_network'] as const) : []),
      ...(isVerified && facts.has_admin && facts.is_active_receiver
        ? (['super_vasp'] as const)
        : []),
    ],
  }
}

/** One of the facets: what a choice finds a company by, and what is chosen. */
type Facet = {
  readonly choices: (facts: Facts) => readonly string[]
  readonly wanted: readonly string[]
}

const facetNames = ['badge', 'regulatoryStatus', 'jurisdictions', 'jurisdictionStatus'] as const

const facetsFor = (
  filters: DirectoryFilters,
  countries: CountriesByStatus,
): Record<(typeof facetNames)[number], Facet> => ({
  badge: { choices: ({ badges }) => badges, wanted: filters.badge ? [filters.badge] : [] },
  regulatoryStatus: {
    choices: ({ regulatory_status: status }) => (status ? [status] : []),
    wanted: filters.regulatoryStatus ?? [],
  },
  jurisdictions: {
    choices: ({ jurisdictions }) => jurisdictions,
    wanted: filters.jurisdictions ?? [],
  },
  jurisdictionStatus: {
    choices: statusReader(countries),
    wanted: filters.filterByJurisdictionStatus ?? [],
  },
})

const passes = (facts: Facts, { choices, wanted }: Facet): boolean =>
  wanted.length === 0 || choices(facts).some((one) => wanted.includes(one))

/** Whether the filters without counts of their own let a company pass. */
const isListed = (filters: DirectoryFilters, facts: Facts): boolean =>
  !(
    facts.is_subsidiary &&
    (filters.listingType ?? 'exclude_subsidiaries') === 'exclude_subsidiaries'
  ) &&
  (filters.hasAdmin === undefined || filters.hasAdmin === facts.has_admin) &&
  (!filters.includeActiveSendersOnly || facts.is_active_sender) &&
  (!filters.includeActiveReceiversOnly || facts.is_active_receiver) &&
  (filters.includeUncheckedVASPs !== false || facts.verification_status !== 'UNVERIFIED')

/** Whether all filters by facts let a company pass. */
export function passing(filters: DirectoryFilters, countries: CountriesByStatus) {
  const facets = Object.values(facetsFor(filters, countries))
  return (facts: Facts): boolean =>
    isListed(filters, facts) && facets.every((facet) => passes(facts, facet))
}

type Verdict = (typeof reviewFilters)[number]

/** How many companies share these facts and this verdict. */
export type Tally = (verdict: Verdict, facts: Facts) => number

/** How many companies each further choice of a filter would leave, the other filters kept. */
export function facetsOf(
  filters: DirectoryFilters,
  countries: CountriesByStatus,
  kinds: readonly Facts[],
  tally: Tally,
): DirectoryFacets {
  const facets = facetsFor(filters, countries)
  const verdicts = filters.reviewedByVaspDID ? filters.reviewValue : undefined
  const wanted: readonly Verdict[] = verdicts?.length ? verdicts : reviewFilters
  const counts = new Map(facetNames.map((name) => [name, new Map<string, number>()]))
  const given = new Map<string, number>()
  let total = 0
  for (const facts of kinds) {
    if (!isListed(filters, facts)) continue
    const against = facetNames.filter((name) => !passes(facts, facets[name]))
    if (against.length > 1) continue
    const count = wanted.reduce((sum, value) => sum + tally(value, facts), 0)
    if (against.length === 0) {
      total += count
      for (const value of reviewFilters) add(given, value, tally(value, facts))
    }
    // What only its own facet is against, another choice of that would find.
    for (const name of against.length > 0 ? against : facetNames)
      for (const choice of facets[name].choices(facts)) add(counts.get(name), choice, count)
  }
  return {
    total,
    badge: every(badgeFilters, counts.get('badge')),
    regulatoryStatus: every(regulatoryStatuses, counts.get('regulatoryStatus')),
    jurisdictions: Object.fromEntries(
      [...(counts.get('jurisdictions') ?? [])].filter(([, count]) => count),
    ),
    jurisdictionStatus: every(jurisdictionStatuses, counts.get('jurisdictionStatus')),
    ...(filters.reviewedByVaspDID && { reviewValue: every(reviewFilters, given) }),
  }
}

const add = (counts: Map<string, number> | undefined, choice: string, count: number) =>
  counts?.set(choice, (counts.get(choice) ?? 0) + count)

/** The statuses of a set of countries; a country that nobody described is not known. */
function statusReader(countries: CountriesByStatus): Facet['choices'] {
  const byCountry = new Map<string, string[]>()
  for (const [status, list] of countries)
    for (const country of list) byCountry.set(country, [...(byCountry.get(country) ?? []), status])
  const unknown = ['notAvailable']
  return ({ jurisdictions: codes }) => [
    ...new Set(
      codes.length > 0 ? codes.flatMap((code) => byCountry.get(code) ?? unknown) : unknown,
    ),
  ]
}

/** A count for each choice, also where there is nothing. */
const every = (choices: readonly string[], counts: ReadonlyMap<string, number> | undefined) =>
  Object.fromEntries(choices.map((one) => [one, counts?.get(one) ?? 0]))
