import type { ReactNode } from 'react'

/** A column: what it is called and what it shows of a row. */
export interface Column<Row> {
  id: string
  header: string
  /** Keeps the header for screen readers only: selection and action columns. */
  headerHidden?: boolean
  /** The first column names the row: put the link with `rowLinkClass` there. */
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** `end` for numbers. */
  align?: 'end'
  /** Left out where rows are cards, because it matters least. */
  wideOnly?: boolean
  /** Width of the column, such as `w-40`. */
  className?: string
}

/** The order of the rows. */
export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

/** The rows that are ticked, by key. */
export interface Selection {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
}

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> {
  /** What the rows are: the table's name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Nothing while they are on their way: then rows of the true shape stand in. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Words for one row, such as the company's name: they name its tick box. */
  nameOf?: ((row: Row) => string) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Widths of columns by id, in pixels; one without fits its content. */
  widths?: Readonly<Record<string, number>> | undefined
  /** Lets the viewer change widths. */
  onWidths?: ((widths: Readonly<Record<string, number>>) => void) | undefined
  selection?: Selection | undefined
  /** The row whose details are open beside the table. */
  activeKey?: string | undefined
  /** Takes files that are dropped on a row. */
  onFiles?: ((row: Row, files: File[]) => void) | undefined
  /** What ⌘C copies on a focused row, such as its DID. */
  copyOf?: ((row: Row) => string) | undefined
  /** Stands in the place of rows when there are none: an `EmptyState`. */
  empty: ReactNode
  skeletonRows?: number
}

/** The order after a click on a header: first up, then down, then up again. */
export function nextSort(column: string, sort: Sort | undefined): Sort {
  const flip = sort?.column === column && sort.direction === 'asc'
  return { column, direction: flip ? 'desc' : 'asc' }
}

/** The selection with one key turned round, and all rows from another one to it made alike. */
export function ranged(
  keys: ReadonlySet<string>,
  rows: readonly string[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [first = 0, last = 0] = [rows.indexOf(from), rows.indexOf(to)].toSorted((a, b) => a - b)
  if (first < 0) return toggled(keys, to)
  const next = new Set(keys)
  const ticked = !keys.has(to)
  for (const key of rows.slice(first, last + 1)) {
    if (ticked) next.add(key)
    else next.delete(key)
  }
  return next
}

/** The selection with one key put in or taken out. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
