import type { ReactNode } from 'react'
import type { Narrowing } from '../ui/list/filters.ts'
import { ListTop } from '../ui/list/list-top.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx'
import { Pagination, type PaginationProps } from '../ui/table/pagination.tsx'
import { type PagesSoFar, ShowMore } from '../ui/table/show-more.tsx'
import { LoadError } from './load-error.tsx'

type Props<Row> = Omit<DataTableProps<Row>, 'empty'> & {
  /** Why there is nothing to show. Rows that were shown before may stay instead. */
  error: unknown
  onRetry: () => void
  /** What narrows the list: see `filtered`. */
  filters?: Narrowing | undefined
  /** Shown where there are no rows, and no filter is on. */
  empty: ReactNode
  /** Says that no row passes the filters. */
  noMatch?: string | undefined
  /** Where else to look for what no row passes for. */
  elsewhere?: ReactNode
  /** How many rows there are, in words; empty while that is unknown. */
  count?: string | undefined
  /** What concerns the whole list, such as a file of it. */
  top?: ReactNode
  /** Rows in another shape than a table. */
  cards?: ReactNode
  /** What the rows come from, where there may be more. */
  pages?: PagesSoFar
  /** What comes next, such as "Show older requests". */
  more?: string
  /** The way to other pages, where only one is shown. */
  turn?: PaginationProps | undefined
}

/**
 * A list: its filters, why it can’t be loaded, or its rows, or why there are none; and a way to more of them.
 * Each part is there if the list has what it needs.
 */
export function DataList<Row>({
  error,
  onRetry,
  filters,
  empty,
  noMatch,
  elsewhere,
  count,
  top,
  cards,
  pages,
  more,
  turn,
  ...table
}: Props<Row>) {
  const isEmpty = table.rows?.length === 0
  const nothing = filters?.chips[0] ? (
    <EmptyState
      kind="no-match"
      title={noMatch}
      filters={filters.chips}
      onClear={filters.onClear}
      action={elsewhere}
    />
  ) : (
    empty
  )
  return (
    <>
      {filters?.bar}
      {/* Where nothing matches, the filters stand in the place of the rows. */}
      <ListTop chips={isEmpty ? undefined : filters?.chips} count={isEmpty ? undefined : count}>
        {top}
      </ListTop>
      {error ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : cards && !isEmpty ? (
        cards
      ) : (
        <DataTable {...table} empty={nothing} />
      )}
      {pages && <ShowMore pages={pages} label={more} />}
      {turn && (turn.onPrevious || table.rows?.[0]) && <Pagination {...turn} />}
    </>
  )
}
