import type {
  DirectoryFacets,
  DirectoryFilters,
  DirectoryQuery,
  ListedVasp,
} from '@countersign/contracts/trust'
import type { Audience } from './audience.rules.ts'
import { type Found, findDirectory } from './directory.store.ts'
import { type DirectoryCounts, directoryCounts } from './directory-count.ts'
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

/** Where the directory is, and what is kept of its counts. */
export type Directory = {
  readonly database: TrustDatabase
  readonly counts: DirectoryCounts
}

/** The directory of a database, with nothing counted yet. */
export const directoryOf = (database: TrustDatabase): Directory => ({
  database,
  counts: directoryCounts(),
})

/** One page of the directory. Its order is stable, so a page holds still while companies come and go. */
export function listDirectory(
  { database, counts }: Directory,
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
    const total = await counts.total(tx, search)
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
  { database, counts }: Directory,
  filters: DirectoryFilters,
  audience: Audience,
): Promise<DirectoryFacets> {
  return within(database, filters.reviewedByVaspDID, async (tx) =>
    counts.facets(tx, await searchOf(tx, filters, audience)),
  )
}
