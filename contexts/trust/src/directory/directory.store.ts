import { members } from '@countersign/kit/members'
import { sql } from 'kysely'
import { type VaspRow, vaspColumns } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { matching, type Search, seenBy } from './filter.store.ts'
import { beyond, type Key, type Place } from './order.store.ts'

/** A company of a page, and its place in the order. */
export type Found = { readonly row: VaspRow; readonly rank: number; readonly values: string[] }

/** Which part of the directory to read, in an order that is not that of names. */
export type Slice = {
  readonly keys: readonly Key[]
  readonly limit: number
  readonly place: Place | undefined
  /** Rows to skip, where pages are numbered. */
  readonly offset: number
}

/** The keys of a slice in its order, or against it when the place is a `previous` one. */
export async function findKeys(
  tx: TrustTx,
  search: Search,
  { keys, limit, place, offset }: Slice,
): Promise<{ did: string; rank: number }[]> {
  const back = place?.direction === 'previous'
  let rows = tx
    .selectFrom('trust.vasp')
    .select('vasp_did as did')
    .where(matching(search))
    .limit(limit)
    .offset(offset)
  for (const { value, descending } of keys)
    rows = rows.orderBy(value, back === descending ? 'asc' : 'desc')
  if (place) rows = rows.where(beyond(keys, place))
  return (await rows.execute()).map(({ did }) => ({ did, rank: 0 }))
}

/** These companies whole, as far as the audience may see them now, with their places in the order. */
export async function findWhole(
  tx: TrustTx,
  { audience }: Search,
  keys: readonly Key[],
  found: readonly { did: string; rank: number }[],
): Promise<Found[]> {
  const dids = found.map(({ did }) => did)
  const values = sql<string[]>`array[${sql.join(keys.map(({ value }) => sql`${value}::text`))}]`
  const whole = await tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, values.as('values')])
    .where('vasp_did', 'in', members(dids))
    .where(seenBy(audience))
    .execute()
  const rows = new Map(whole.map((row) => [row.vasp_did, row]))
  return found.flatMap(({ did, rank }) => {
    const row = rows.get(did)
    return row ? [{ row, rank, values: row.values }] : []
  })
}
