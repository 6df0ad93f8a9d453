import {
  badgeFilters,
  type DirectoryFacets,
  type DirectoryFilters,
  jurisdictionStatuses,
  regulatoryStatuses,
  reviewValues,
} from '@countersign/contracts/trust'
import type { CountriesByStatus } from './jurisdiction.rules.ts'

/** How many companies have the same facts, and the same verdict of the reviewer's where it is asked for. */
export type Group = {
  readonly discoverable: boolean
  readonly has_admin: boolean
  readonly is_active_sender: boolean
  readonly is_active_receiver: boolean
  readonly verification_status: string
  readonly regulatory_status: string | null
  readonly jurisdictions: readonly string[]
  readonly is_subsidiary: boolean
  readonly review_value?: string
  readonly count: number
}

const facetNames = ['badge', 'regulatoryStatus', 'jurisdictions', 'jurisdictionStatus'] as const
type FacetName = (typeof facetNames)[number]

/** A group with what a choice of each facet would find it by, and which facets let it pass now. */
type Judged = {
  readonly group: Group
  readonly choices: Readonly<Record<FacetName, readonly string[]>>
  readonly passes: ReadonlySet<FacetName>
}

/** How many companies each further choice of a filter would leave, the other filters kept. */
export function facetsOf(
  filters: DirectoryFilters,
  countries: CountriesByStatus,
  all: readonly Group[],
  /** Those of `all` that the reviewer gave a verdict on; absent without a reviewer. */
  reviewed?: readonly Group[],
): DirectoryFacets {
  const judge = judgeOf(filters, countries)
  const found = ofVerdicts(filters.reviewValue, all, reviewed).flatMap(judge)
  const counts = (name: FacetName) => countsOf(name, found)
  return {
    total: totalOf(found),
    badge: every(badgeFilters, counts('badge')),
    regulatoryStatus: every(regulatoryStatuses, counts('regulatoryStatus')),
    jurisdictions: Object.fromEntries([...counts('jurisdictions')].filter(([, count]) => count)),
    jurisdictionStatus: every(jurisdictionStatuses, counts('jurisdictionStatus')),
    ...(reviewed && { reviewValue: verdictsOf(all.flatMap(judge), reviewed.flatMap(judge)) }),
  }
}

/** How many companies pass all filters. */
export const totalFound = (
  filters: DirectoryFilters,
  countries: CountriesByStatus,
  all: readonly Group[],
  reviewed?: readonly Group[],
): number =>
  totalOf(ofVerdicts(filters.reviewValue, all, reviewed).flatMap(judgeOf(filters, countries)))

/** Groups with the verdicts asked for; where `NULL` is among them, the others are taken from the whole. */
function ofVerdicts(
  wanted: DirectoryFilters['reviewValue'],
  all: readonly Group[],
  reviewed: readonly Group[] | undefined,
): readonly Group[] {
  if (!wanted?.length || !reviewed) return all
  const isWanted = ({ review_value }: Group) => wanted.some((value) => value === review_value)
  if (!wanted.includes('NULL')) return reviewed.filter(isWanted)
  const others = reviewed.filter((group) => !isWanted(group))
  return [...all, ...others.map((group) => ({ ...group, count: -group.count }))]
}

function judgeOf(filters: DirectoryFilters, countries: CountriesByStatus) {
  const statusesOf = statusReader(countries)
  const wanted: Record<FacetName, readonly string[]> = {
    badge: filters.badge ? [filters.badge] : [],
    regulatoryStatus: filters.regulatoryStatus ?? [],
    jurisdictions: filters.jurisdictions ?? [],
    jurisdictionStatus: filters.filterByJurisdictionStatus ?? [],
  }
  return (group: Group): Judged[] => {
    if (!isListed(filters, group)) return []
    const choices = {
      badge: badgesOf(group),
      regulatoryStatus: group.regulatory_status ? [group.regulatory_status] : [],
      jurisdictions: [...new Set(group.jurisdictions)],
      jurisdictionStatus: statusesOf(group.jurisdictions),
    }
    const passes = facetNames.filter(
      (name) =>
        wanted[name].length === 0 || choices[name].some((one) => wanted[name].includes(one)),
    )
    return [{ group, choices, passes: new Set(passes) }]
  }
}

/** Whether the filters without counts of their own let a group pass. */
const isListed = (filters: DirectoryFilters, group: Group): boolean =>
  !(
    group.is_subsidiary &&
    (filters.listingType ?? 'exclude_subsidiaries') === 'exclude_subsidiaries'
  ) &&
  (filters.hasAdmin === undefined || filters.hasAdmin === group.has_admin) &&
  (!filters.includeActiveSendersOnly || group.is_active_sender) &&
  (!filters.includeActiveReceiversOnly || group.is_active_receiver) &&
  (filters.includeUncheckedVASPs !== false || group.verification_status !== 'UNVERIFIED')

function badgesOf(group: Group): NonNullable<DirectoryFilters['badge']>[] {
  const isVerified = group.verification_status === 'VERIFIED'
  return [
    ...(isVerified ? (['verified'] as const) : []),
    ...(group.has_admin ? (['claimed'] as const) : []),
    ...(group.is_active_receiver ? (['in_network'] as const) : []),
    ...(isVerified && group.has_admin && group.is_active_receiver ? (['super_vasp'] as const) : []),
  ]
}

/** The statuses of a set of countries; a country that nobody described is not known. */
function statusReader(countries: CountriesByStatus) {
  const byCountry = new Map<string, string[]>()
  for (const [status, list] of countries)
    for (const country of list) byCountry.set(country, [...(byCountry.get(country) ?? []), status])
  const unknown = ['notAvailable']
  return (codes: readonly string[]): string[] => [
    ...new Set(
      codes.length > 0 ? codes.flatMap((code) => byCountry.get(code) ?? unknown) : unknown,
    ),
  ]
}

const totalOf = (found: readonly Judged[]): number =>
  found.reduce(
    (sum, { group, passes }) => sum + (passes.size === facetNames.length ? group.count : 0),
    0,
  )

/** How many companies each choice of one facet would find: all other facets let them pass. */
function countsOf(name: FacetName, found: readonly Judged[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { group, choices, passes } of found) {
    const others = passes.size - (passes.has(name) ? 1 : 0)
    if (others < facetNames.length - 1) continue
    for (const one of choices[name]) counts.set(one, (counts.get(one) ?? 0) + group.count)
  }
  return counts
}

const verdictsOf = (all: readonly Judged[], reviewed: readonly Judged[]) => ({
  ...Object.fromEntries(
    reviewValues.map((value) => [
      value,
      totalOf(reviewed.filter(({ group }) => group.review_value === value)),
    ]),
  ),
  NULL: totalOf(all) - totalOf(reviewed),
})

/** A count for each choice, also where there is nothing. */
const every = (choices: readonly string[], counts: ReadonlyMap<string, number>) =>
  Object.fromEntries(choices.map((one) => [one, counts.get(one) ?? 0]))
