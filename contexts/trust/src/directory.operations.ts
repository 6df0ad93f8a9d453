import {
  type DirectoryFacets,
  type DirectoryFilters,
  type DirectoryQuery,
  jurisdictionStatuses,
  type ListedVasp,
  regulatoryStatuses,
  reviewValues,
} from '@countersign/contracts/trust'
import type { Audience } from './audience.rules.ts'
import { countDirectory, type Found, findDirectory } from './directory.store.ts'
import { countCountrySets, countFacts, countVerdicts } from './directory-facet.store.ts'
import type { Search } from './directory-filter.store.ts'
import { cursorOf, keysOf, type Place, placeOf } from './directory-order.store.ts'
import { countriesByStatus, statusesOf } from './jurisdiction.rules.ts'
import { findJurisdictions } from './jurisdiction.store.ts'
import { findReviews, reviewOut } from './review.store.ts'
import type { TrustDatabase, TrustTx } from './tables.ts'
import { listedVasp } from './vasp.store.ts'

/** Runs work where the verdicts of the reviewer exist, or nobody's. */
const within = <T>(
  database: TrustDatabase,
  reviewer: string | undefined,
  work: (tx: TrustTx) => Promise<T>,
) => (reviewer ? database.withTenant(reviewer, work) : database.withNobody(work))

async function searchOf(tx: TrustTx, filters: DirectoryFilters, audience: Audience) {
  const countries = countriesByStatus(await findJurisdictions(tx))
  return { filters, audience, countries } satisfies Search
}

/** Where the directory is, and how its totals are counted. */
export type Directory = {
  readonly database: TrustDatabase
  readonly totals: (tx: TrustTx, search: Search) => Promise<number>
}

/** One page of the directory. Its order is stable, so a page holds still while companies come and go. */
export function listDirectory(
  { database, totals }: Directory,
  query: DirectoryQuery,
  audience: Audience,
) {
  const { order = '', per_page, page, cursor, reviewedByVaspDID: reviewer } = query
  const keys = keysOf(order || undefined)
  const place = cursor === undefined ? undefined : placeOf(cursor, order, keys)
  const offset = place ? 0 : ((page ?? 1) - 1) * per_page
  return within(database, reviewer, async (tx) => {
    const search = await searchOf(tx, query, audience)
    const ranked = Boolean(query.q) && order === ''
    const found = await findDirectory(tx, search, {
      ...{ keys, place, offset, ranked, limit: per_page + 1 },
    })
    const total = await totals(tx, search)
    const more = found.length > per_page
    const rows = found.slice(0, per_page)
    const back = place?.direction === 'previous'
    if (back) rows.reverse()
    const at = (direction: Place['direction'], row: Found | undefined) =>
      row ? cursorOf(order, { direction, rank: row.rank, values: row.values }) : null
    const before = back ? more : place !== undefined || offset > 0
    return {
      vasps: await dressed(tx, query, search, rows),
      pagination: {
        ...{ per_page, total, ...(page && { page }), ...(order && { order }) },
        next: back || more ? at('next', rows.at(-1)) : null,
        previous: before ? at('previous', rows[0]) : null,
      },
    }
  })
}

/** The rows as the wire shows them, with what was asked for besides. */
async function dressed(tx: TrustTx, query: DirectoryQuery, search: Search, rows: readonly Found[]) {
  const { reviewedByVaspDID: reviewer, showJurisdictionStatus, fields } = query
  const dids = rows.map(({ row }) => row.vasp_did)
  const reviews = new Map(
    reviewer
      ? (await findReviews(tx, reviewer, dids)).map((review) => [review.reviewed_did, review])
      : [],
  )
  return rows.map(({ row }): ListedVasp => {
    const vasp = listedVasp(row)
    const review = reviews.get(vasp.did)
    return only(fields, {
      ...vasp,
      ...(reviewer && { review: review ? reviewOut(review) : null }),
      ...(showJurisdictionStatus && {
        jurisdictionStatus: statusesOf(vasp.jurisdictions ?? [], search.countries),
      }),
    })
  })
}

/** What was asked for of a company; the type stays whole, see `AskedVasp`. */
export function only<T extends object>(fields: readonly string[] | undefined, vasp: T): T {
  if (!fields?.length) return vasp
  const wanted = new Set(['did', 'name', ...fields])
  return Object.fromEntries(Object.entries(vasp).filter(([name]) => wanted.has(name))) as T
}

/** How many companies each further choice of a filter would leave, the other filters kept. */
export function countDirectoryFacets(
  database: TrustDatabase,
  filters: DirectoryFilters,
  audience: Audience,
): Promise<DirectoryFacets> {
  const reviewer = filters.reviewedByVaspDID
  return within(database, reviewer, async (tx) => {
    const search = await searchOf(tx, filters, audience)
    const facts = await countFacts(tx, search)
    const sum = (rows: typeof facts) => rows.reduce((total, { count }) => total + count, 0)
    const statuses = filters.regulatoryStatus ?? []
    const regulated = facts.filter(
      ({ regulatory_status: status }) =>
        statuses.length === 0 || statuses.some((wanted) => wanted === status),
    )
    const badged = facts.filter((row) => !filters.badge || badgeOf[filters.badge](row))
    const total = sum(regulated.filter((row) => badged.includes(row)))
    return {
      total,
      badge: {
        verified: sum(regulated.filter(badgeOf.verified)),
        claimed: sum(regulated.filter(badgeOf.claimed)),
        in_network: sum(regulated.filter(badgeOf.in_network)),
        super_vasp: sum(regulated.filter(badgeOf.super_vasp)),
      },
      regulatoryStatus: Object.fromEntries(
        regulatoryStatuses.map((status) => [
          status,
          sum(badged.filter(({ regulatory_status }) => regulatory_status === status)),
        ]),
      ),
      ...facetsOfCountries(await countCountrySets(tx, search), search),
      ...(reviewer && { reviewValue: await verdicts(tx, search, reviewer, total) }),
    }
  })
}

/** Countries and statuses by the sets of countries; each keeps the other's filter. */
function facetsOfCountries(
  sets: readonly { jurisdictions: readonly string[]; count: number }[],
  { filters, countries }: Search,
) {
  const wanted = filters.jurisdictions ?? []
  const statuses = filters.filterByJurisdictionStatus ?? []
  const byCountry = new Map<string, number>()
  const byStatus = new Map<string, number>(jurisdictionStatuses.map((status) => [status, 0]))
  const add = (counts: Map<string, number>, key: string, count: number) =>
    counts.set(key, (counts.get(key) ?? 0) + count)
  for (const { jurisdictions, count } of sets) {
    const found = new Set(statusesOf(jurisdictions, countries).map(({ status }) => status))
    if (jurisdictions.length === 0) found.add('notAvailable')
    if (statuses.length === 0 || statuses.some((status) => found.has(status)))
      for (const country of new Set(jurisdictions)) add(byCountry, country, count)
    if (wanted.length === 0 || wanted.some((country) => jurisdictions.includes(country)))
      for (const status of found) add(byStatus, status, count)
  }
  return {
    jurisdictions: Object.fromEntries(byCountry),
    jurisdictionStatus: Object.fromEntries(byStatus),
  }
}

async function verdicts(tx: TrustTx, search: Search, reviewer: string, total: number) {
  const given = await countVerdicts(tx, search, reviewer)
  const all = search.filters.reviewValue?.length
    ? await countDirectory(tx, {
        ...search,
        filters: { ...search.filters, reviewValue: undefined },
      })
    : total
  const reviewed = [...given.values()].reduce((sum, count) => sum + count, 0)
  return {
    ...Object.fromEntries(reviewValues.map((value) => [value, given.get(value) ?? 0])),
    NULL: all - reviewed,
  }
}

type Facts = Awaited<ReturnType<typeof countFacts>>[number]

const badgeOf = {
  verified: (row: Facts) => row.is_verified,
  claimed: (row: Facts) => row.has_admin,
  in_network: (row: Facts) => row.is_active_receiver,
  super_vasp: (row: Facts) => row.is_verified && row.has_admin && row.is_active_receiver,
}
