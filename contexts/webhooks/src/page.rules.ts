import type { Ordering } from '@countersign/contracts/webhooks'

/** What a list is asked for. */
export type PageQuery = {
  readonly limit: number
  /** Id of the last item seen, or `-` and the id of the first one: then what comes before it. */
  readonly iterator?: string | undefined
}

/** How a page is read: `limit + 1` rows beyond `from` in this order of SQL. */
export type Travel = {
  readonly limit: number
  readonly from: string | undefined
  /** Against the order of the list: the rows come in reverse. */
  readonly back: boolean
  readonly direction: 'asc' | 'desc'
  readonly beyond: '>' | '<'
}

/** A page as it is answered (contract 2.6). */
export type Page<Item> = {
  readonly data: Item[]
  readonly iterator: string | null
  readonly prevIterator?: string
  readonly done: boolean
}

/**
 * Plans a page.
 * @param order the list's order
 * @param fromEnd without an iterator, start at the list's end and travel back
 */
export function travel(query: PageQuery, order: Ordering, fromEnd = false): Travel {
  const { limit, iterator } = query
  const back = iterator === undefined ? fromEnd : iterator.startsWith('-')
  const ascending = (order === 'ascending') !== back
  return {
    limit,
    from: iterator?.replace(/^-/, ''),
    back,
    direction: ascending ? 'asc' : 'desc',
    beyond: ascending ? '>' : '<',
  }
}

/** The page that `limit + 1` rows make. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit, back }: Travel,
  keyOf: (row: Row) => string,
  show: (row: Row) => Item,
): Page<Item> {
  const kept = rows.slice(0, limit)
  if (back) kept.reverse()
  const [first] = kept
  const last = kept.at(-1)
  return {
    data: kept.map(show),
    iterator: last === undefined ? null : keyOf(last),
    ...(first !== undefined && { prevIterator: `-${keyOf(first)}` }),
    done: rows.length <= limit,
  }
}
