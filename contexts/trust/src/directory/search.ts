import {
  asksOwnPeople,
  type DirectoryFilters,
  reviewFilters,
  reviewValues,
} from '@countersign/contracts/trust'
import type { DirectoryIndex, Parts, Places } from './directory-index.ts'
import { type Facts, passing, type Tally } from './facet.rules.ts'
import type { Search } from './filter.store.ts'
import type { Place } from './order.store.ts'

/** DIDs by the verdict that the reviewer gave on them. */
type Verdicts = ReadonlyMap<string, readonly string[]>

/** Whether a search asks for verdicts; without a reviewer there are none. */
export const asksForVerdicts = ({ reviewedByVaspDID, reviewValue }: DirectoryFilters): boolean =>
  reviewedByVaspDID !== undefined && Boolean(reviewValue?.length)

type IsAt = (place: number) => boolean

/** Whether the audience may see one of these. */
export const seesAny = (
  index: DirectoryIndex,
  audience: Search['audience'],
  parts: Parts,
): boolean =>
  parts.some((places) => places.some(visibilityFilter(index, { filters: {}, audience })))

/** Whom a search finds, of those who match its words. */
export function finder(index: DirectoryIndex, search: Search, verdicts: Verdicts): IsAt {
  const { filters, countries } = search
  const isSeen = visibilityFilter(index, search, passing(filters, countries))
  if (!asksForVerdicts(filters)) return isSeen
  const verdictAt = verdictsOf(index, verdicts)
  const isWanted = reviewFilters.map((value) => filters.reviewValue?.includes(value))
  return (place) => isSeen(place) && isWanted[verdictAt[place] ?? -1] === true
}

/** How many of those who match the words share the same facts and the same verdict. */
export function tallyOf(
  index: DirectoryIndex,
  search: Search,
  parts: Parts,
  verdicts: Verdicts,
): Tally {
  const { kindAt, kinds } = index
  const isSeen = visibilityFilter(index, search)
  const verdictAt = verdictsOf(index, verdicts)
  const counts = new Uint32Array(kinds.size * reviewFilters.length)
  const at = (verdict: number, kind: number) => verdict * kinds.size + kind
  for (const places of parts)
    for (const place of places)
      if (isSeen(place)) {
        const one = at(verdictAt[place] ?? -1, kindAt[place] ?? -1)
        counts[one] = (counts[one] ?? 0) + 1
      }
  return (value, { id }) => counts[at(reviewFilters.indexOf(value), id)] ?? 0
}

/**
 * Whom the audience may see, of those whose facts pass; asked once of each kind. Of what a company's own
 * people alone may read, their search finds their company and no other.
 */
function visibilityFilter(
  index: DirectoryIndex,
  { filters, audience }: Pick<Search, 'filters' | 'audience'>,
  passes = (_: Facts) => true,
): IsAt {
  const { order, kinds, kindAt, companies } = index
  const placesOf = (dids: readonly (string | null)[]) =>
    new Set(dids.map((did) => companies.get(did ?? '')?.place))
  const [never, ownOnly, always] = [0, 1, 2]
  const when = Uint8Array.from(kinds.values(), (facts) => {
    if (!passes(facts)) return never
    if (audience.isInternal) return always
    if (!facts.listed) return never
    return facts.discoverable && !asksOwnPeople(filters) ? always : ownOnly
  })
  const own = placesOf(audience.own)
  const isSeen: IsAt = (place) => {
    const seen = when[kindAt[place] ?? -1]
    return seen === always || (seen === ownOnly && own.has(place))
  }
  if (filters.listingType !== 'exclude_gateways') return isSeen
  const gateways = placesOf(order.map(({ parent }) => parent))
  return (place) => isSeen(place) && !gateways.has(place)
}

/** The verdict on the company at each place, by its number among the filters. */
function verdictsOf({ places, companies }: DirectoryIndex, verdicts: Verdicts): Uint8Array {
  const given = new Uint8Array(places.length).fill(reviewFilters.indexOf('NULL'))
  for (const value of reviewValues)
    for (const did of verdicts.get(value) ?? []) {
      const place = companies.get(did)?.place
      if (place !== undefined) given[place] = reviewFilters.indexOf(value)
    }
  return given
}

/** Where a page begins: after a number of rows, or beside a place of the order of names. */
export type Start = { readonly offset: number } | (Place & { readonly anchor: Anchor | undefined })

/** The last company at a place or before it, and whether it stands there itself. */
type Anchor = { readonly vasp_did: string; readonly exact: boolean }

/**
 * How many are found, and a slice of them in their order, or against it when the place is a `previous` one.
 */
export function pageOf(
  { order, companies }: DirectoryIndex,
  parts: Parts,
  isFound: IsAt,
  { start, limit }: { readonly start: Start; readonly limit: number },
) {
  const [first, rest] = parts
  const firsts = countOf(first, isFound)
  const total = firsts + countOf(rest, isFound)
  const slice = (from: number, to: number) => {
    const rows: { did: string; rank: number }[] = []
    let at = 0
    for (const [rank, places] of parts.entries())
      for (const place of places) {
        if (at >= to) break
        if (isFound(place) && at++ >= from) rows.push({ did: order[place]?.did ?? '', rank })
      }
    return rows
  }
  if ('offset' in start) return { total, rows: slice(start.offset, start.offset + limit) }
  const { direction, rank, anchor } = start
  const isBack = direction === 'previous'
  const anchored = (anchor && companies.get(anchor.vasp_did)?.place) ?? -1
  const last = isBack && anchor?.exact ? anchored - 1 : anchored
  const isBefore: IsAt = (place) => place <= last && isFound(place)
  const at = rank > 0 ? firsts + countOf(rest, isBefore) : countOf(first, isBefore)
  const rows = isBack ? slice(Math.max(0, at - limit), at).reverse() : slice(at, at + limit)
  return { total, rows }
}

function countOf(places: Places, isCounted: IsAt): number {
  let count = 0
  for (const place of places) if (isCounted(place)) count++
  return count
}
