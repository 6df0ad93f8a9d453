import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import type { CsvColumn } from '../ui/table/csv.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'

/** Props of {@link ChartPanel}. */
export interface ChartPanelProps<Row> {
  title: string
  description: string
  /** One figure that sums it up, and what it was before. */
  headline: ReactNode
  /** Names the file. */
  name: string
  columns: Column<Row>[]
  csv: readonly CsvColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Said in place of the chart where there is nothing to show. */
  empty: string
  isEmpty: boolean
  children: ReactNode
}

/** A chart, the table behind it, and both as a file. */
export function ChartPanel<Row>(props: ChartPanelProps<Row>) {
  const { title, description, headline, name, columns, csv, rows, keyOf, empty, isEmpty } = props
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title={title}
      description={description}
      actions={
        !isEmpty && (
          <>
            <Button
              icon={isTable ? ChartColumn : Table2}
              aria-label={`${isTable ? 'Show chart' : 'Show table'}: ${title}`}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? 'Show chart' : 'Show table'}
            </Button>
            <ExportButton name={name} columns={csv} pages={() => [rows]} />
          </>
        )
      }
    >
      {isEmpty ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <>
          <div className="mb-3">{headline}</div>
          {isTable ? (
            <DataTable caption={title} columns={columns} rows={rows} keyOf={keyOf} empty={null} />
          ) : (
            props.children
          )}
        </>
      )}
    </Panel>
  )
}
