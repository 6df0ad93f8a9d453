import { useMedia } from '../page/use-media.ts'
import { DataCards } from './data-cards.tsx'
import { DataGrid } from './data-grid.tsx'
import type { DataTableProps } from './data-table-types.ts'

export type { Column, DataTableProps, Selection } from './data-table-types.ts'

/** Rows as a table; on narrow screens, as cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMedia('(max-width: 639px)')
  if (props.rows?.length === 0) {
    return <div className="rounded-panel border border-line bg-panel">{props.empty}</div>
  }
  return narrow ? <DataCards {...props} /> : <DataGrid {...props} />
}
