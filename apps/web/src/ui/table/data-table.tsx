import { useMedia } from '../page/use-media.ts'
import { usePrinting } from '../page/use-printing.ts'
import { DataCards } from './data-cards.tsx'
import { DataGrid } from './data-grid.tsx'
import type { DataTableProps } from './data-table-types.ts'

export type { Column, DataTableProps, Selection } from './data-table-types.ts'

/** Rows as a table; on narrow screens, as cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  // Cards leave columns out; paper has room for all of them.
  const narrow = useMedia('(max-width: 639px)')
  const printing = usePrinting()
  if (props.rows?.length === 0) {
    return <div className="rounded-panel border border-line bg-panel">{props.empty}</div>
  }
  return narrow && !printing ? <DataCards {...props} /> : <DataGrid {...props} />
}
