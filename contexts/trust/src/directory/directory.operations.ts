import type {
  DirectoryFacets,
  DirectoryFilters,
  DirectoryQuery,
  ListedVasp,
} from '@countersign/contracts/trust'
import type { Vault } from '@countersign/kit/vault'
import type { Audience } from '../audience.rules.ts'
import {
  type CountriesByStatus,
  countriesByStatus,
  findJurisdictions,
  statusesOf,
} from '../jurisdiction/index.ts'
import { listedVasp } from '../profile/index.ts'
import { findReviews, findWaiting, reviewOut, waitingOut } from '../review/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { type Found, findKeys, findWhole } from './directory.store.ts'
import { findAnchor, findVerdicts } from './directory-index.store.ts'
import { type DirectoryIndex, directoryIndexReader, matchesOf } from './directory-index.ts'
import { facetsOf } from './facet.rules.ts'
import { type Search, wordsOf } from './filter.store.ts'
import { cursorOf, keysOf, type Place, placeOf } from './order.store.ts'
import { asksForVerdicts, finder, pageOf, seesAny, tallyOf } from './search.ts'
import { resembledWords } from './search-words.rules.ts'

/** Runs work where the verdicts of the reviewer exist, or nobody's. */
const within = <T>(
  database: TrustDatabase,
  reviewer: string | undefined,
  work: (tx: TrustTx) => Promise<T>,
) => (reviewer ? database.withTenant(reviewer, work) : database.withNobody(work))

/** Where the directory is, and how its index is read. */
export type Directory = {
  readonly database: TrustDatabase
  readonly vault: Vault
  readonly index: (tx: TrustTx) => Promise<DirectoryIndex>
}

/** The directory of a database, with nothing read yet. */
export const directoryOf = ({
  database,
  vault,
}: Pick<Directory, 'database' | 'vault'>): Directory => ({
  database,
  vault,
  index: directoryIndexReader(),
})

/**
 * The index as it is now, and where those stand in it who match the words; if the audience sees none of
 * them, those whose names resemble the words.
 */
async function indexFor(tx: TrustTx, directory: Directory, asked: Search) {
  const index = await directory.index(tx)
  const parts = await matchesOf(tx, index, wordsOf(asked))
  const { audience, filters } = asked
  if (resembledWords(filters.q ?? '').length === 0 || seesAny(index, audience, parts))
    return { index, parts, search: asked }
  const search = { ...asked, roughly: true }
  return { index, parts: await matchesOf(tx, index, wordsOf(search)), search }
}

const verdictsFor = async (tx: TrustTx, reviewer: string | undefined) =>
  reviewer === undefined ? new Map<string, string[]>() : findVerdicts(tx, reviewer)

const countriesOf = async (tx: TrustTx) => countriesByStatus(await findJurisdictions(tx))

/** One page of the directory. Its order is stable, so a page holds still while companies come and go. */
export function listDirectory(
  directory: Directory,
  query: DirectoryQuery,
  audience: Audience,
  now: Date,
) {
  const { order = '', per_page, page, cursor, reviewedByVaspDID: reviewer } = query
  const keys = keysOf(order || undefined)
  const place = cursor === undefined ? undefined : placeOf(directory.vault, cursor, order, keys)
  const offset = place ? 0 : ((page ?? 1) - 1) * per_page
  const limit = per_page + 1
  return within(directory.database, reviewer, async (tx) => {
    const needsCountries = query.filterByJurisdictionStatus?.length || query.showJurisdictionStatus
    const countries: CountriesByStatus = needsCountries ? await countriesOf(tx) : new Map()
    const asked: Search = { filters: query, audience, countries }
    const anchor = place && order === '' ? await findAnchor(tx, place.values) : undefined
    const verdicts = await verdictsFor(tx, asksForVerdicts(query) ? reviewer : undefined)
    const { index, parts, search } = await indexFor(tx, directory, asked)
    const isFound = finder(index, search, verdicts)
    const start = place ? { ...place, anchor } : { offset }
    const { total, rows: named } = pageOf(index, parts, isFound, { start, limit })
    const some = order === '' ? named : await findKeys(tx, search, { keys, place, offset, limit })
    const more = some.length > per_page
    const rows = await findWhole(tx, search, keys, some.slice(0, per_page))
    const back = place?.direction === 'previous'
    if (back) rows.reverse()
    const at = (direction: Place['direction'], row: Found | undefined) =>
      row
        ? cursorOf(directory.vault, order, { direction, rank: row.rank, values: row.values })
        : null
    const before = back ? more : place !== undefined || offset > 0
    return {
      vasps: await withRelations(tx, query, search, rows, now),
      pagination: {
        per_page,
        total,
        ...(page && { page }),
        ...(order && { order }),
        next: back || more ? at('next', rows.at(-1)) : null,
        previous: before ? at('previous', rows[0]) : null,
      },
    }
  })
}

/** The rows as the wire shows them, with what was asked for besides. */
async function withRelations(
  tx: TrustTx,
  query: DirectoryQuery,
  search: Search,
  rows: readonly Found[],
  now: Date,
) {
  const { reviewedByVaspDID: reviewer, showJurisdictionStatus, fields } = query
  const dids = rows.map(({ row }) => row.vasp_did)
  const reviews = new Map(
    reviewer
      ? (await findReviews(tx, reviewer, dids)).map((review) => [review.reviewed_did, review])
      : [],
  )
  const held = reviewer ? await findWaiting(tx, reviewer, dids, now) : []
  const waiting = new Map(held.map((one) => [one.reviewed_did, waitingOut(one)]))
  return rows.map(({ row }): ListedVasp => {
    const vasp = listedVasp(row)
    const review = reviews.get(vasp.did)
    return only(fields, {
      ...vasp,
      ...(reviewer && {
        review: review ? reviewOut(review) : null,
        waitingReview: waiting.get(vasp.did) ?? null,
      }),
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
  directory: Directory,
  filters: DirectoryFilters,
  audience: Audience,
): Promise<DirectoryFacets> {
  return within(directory.database, filters.reviewedByVaspDID, async (tx) => {
    const asked: Search = { filters, audience, countries: await countriesOf(tx) }
    const verdicts = await verdictsFor(tx, filters.reviewedByVaspDID)
    const { index, parts, search } = await indexFor(tx, directory, asked)
    const tally = tallyOf(index, search, parts, verdicts)
    return facetsOf(filters, search.countries, [...index.kinds.values()], tally)
  })
}
