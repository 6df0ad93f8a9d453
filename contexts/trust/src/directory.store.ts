import { sql } from 'kysely'
import { beginsWith, matching, type Search } from './directory-filter.store.ts'
import { beyond, type Key, type Place } from './directory-order.store.ts'
import type { TrustTx } from './tables.ts'
import { type VaspRow, vaspColumns } from './vasp.store.ts'

/** A company of a page, and its place in the order. */
export type Found = { readonly row: VaspRow; readonly rank: number; readonly values: string[] }

/** Which part of the directory to read, in which order. */
export type Slice = {
  readonly keys: readonly Key[]
  readonly limit: number
  readonly place?: Place | undefined
  /** Rows to skip, where pages are numbered. */
  readonly offset: number
  /** Names that begin with the words come first. */
  readonly ranked: boolean
}

type Part = {
  readonly keys: readonly Key[]
  readonly limit: number
  readonly back: boolean
  readonly place: Place | undefined
  readonly offset: number
  /** 0 for the names that begin with the words, 1 for the others; both when absent. */
  readonly rank?: number
}

const ofRank = (q: string | undefined, rank: number | undefined) => {
  if (!q || rank === undefined) return sql<boolean>`true`
  return rank === 0 ? beginsWith(q) : sql<boolean>`not ${beginsWith(q)}`
}

/** The keys of one part: answered by the directory's index alone, however deep it is. */
async function findKeys(tx: TrustTx, search: Search, part: Part) {
  const { keys, limit, back, place, offset, rank } = part
  let rows = tx
    .selectFrom('trust.vasp')
    .select('vasp_did')
    .where(matching(search))
    .where(ofRank(search.filters.q, rank))
    .limit(limit)
  for (const { value, descending } of keys)
    rows = rows.orderBy(value, back === descending ? 'asc' : 'desc')
  if (place) rows = rows.where(beyond(keys, place))
  if (offset > 0) rows = rows.offset(offset)
  const found = await rows.execute()
  return found.map(({ vasp_did }) => ({ did: vasp_did, rank: rank ?? 0 }))
}

/** The keys with names that begin with the words first: two searches, so that each can follow an index. */
async function findRankedKeys(tx: TrustTx, search: Search, slice: Slice) {
  const { place, limit } = slice
  const back = place?.direction === 'previous'
  const ranks = back ? [1, 0] : [0, 1]
  const found: Awaited<ReturnType<typeof findKeys>> = []
  let { offset } = slice
  for (const rank of ranks.slice(place ? ranks.indexOf(place.rank) : 0)) {
    if (found.length === limit) break
    const more = await findKeys(tx, search, {
      ...{ keys: slice.keys, limit: limit - found.length, back, offset, rank },
      place: place?.rank === rank ? place : undefined,
    })
    found.push(...more)
    if (offset > 0) offset = more.length > 0 ? 0 : offset - (await countDirectory(tx, search, rank))
  }
  return found
}

/** A slice of the directory in its order, or against it when the place is a `previous` one. */
export async function findDirectory(tx: TrustTx, search: Search, slice: Slice): Promise<Found[]> {
  const found = slice.ranked
    ? await findRankedKeys(tx, search, slice)
    : await findKeys(tx, search, {
        ...slice,
        back: slice.place?.direction === 'previous',
        place: slice.place,
      })
  // Only these rows are read whole, and only of these a cursor may have to tell the place.
  const dids = found.map(({ did }) => did)
  const values = sql<string[]>`array[${sql.join(
    slice.keys.map(({ value }) => sql`${value}::text`),
  )}]`
  const whole = await tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, values.as('values')])
    .where('vasp_did', 'in', dids.length > 0 ? dids : [''])
    .execute()
  const rows = new Map(whole.map((row) => [row.vasp_did, row]))
  return found.flatMap(({ did, rank }) => {
    const row = rows.get(did)
    return row ? [{ row, rank, values: row.values }] : []
  })
}

/** How many companies match, all pages together. */
export async function countDirectory(tx: TrustTx, search: Search, rank?: number): Promise<number> {
  const { total } = await tx
    .selectFrom('trust.vasp')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matching(search))
    .where(ofRank(search.filters.q, rank))
    .executeTakeFirstOrThrow()
  return Number(total)
}
