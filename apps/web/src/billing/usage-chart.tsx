import type { Usage } from '@countersign/contracts/billing'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { BarChart } from '../ui/value/bar-chart.tsx'
import { Day } from '../ui/value/day.tsx'

type Row = Usage['rows'][number]

const series = [{ key: 'units', name: 'Chargeable transfers', color: 'var(--accent)' }] as const
const columns: Column<Row>[] = [
  { id: 'day', header: 'Day', cell: ({ start }) => <Day on={start} /> },
  { id: 'units', header: 'Transfers', align: 'end', cell: ({ units }) => units },
  { id: 'reported', header: 'Reported', align: 'end', cell: ({ reported }) => reported },
]
const csv = [
  { header: 'Day', value: ({ start }: Row) => start },
  { header: 'Transfers', value: ({ units }: Row) => units },
  { header: 'Reported', value: ({ reported }: Row) => reported },
]
const dayMs = 86_400_000

/** Each day of the period, also those without transfers. */
function daysOf({ rows, period: { from, to } }: Usage) {
  const found = new Map(rows.map((row) => [row.start, row.units]))
  const days: { label: string; units: number }[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += dayMs) {
    const label = new Date(at).toISOString().slice(0, 10)
    days.push({ label, units: found.get(label) ?? 0 })
  }
  return days
}

/** This month’s chargeable transfers by day. */
export function UsageChart({ did, limit }: { did: string; limit: number | null }) {
  const [isTable, setTable] = useState(false)
  const { data, error, refetch } = useOperation(api.usage.get, { vaspDID: did, query: {} })
  return (
    <Panel
      title="Usage this month"
      description="Chargeable transfers by day, in UTC."
      actions={
        data && (
          <>
            <Button onClick={() => setTable(!isTable)}>
              {isTable ? 'Show chart' : 'Show table'}
            </Button>
            <ExportButton name="usage" columns={csv} pages={() => [data.rows]} />
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={8} label="Loading usage" />}
      {data && (
        <>
          <p className="mb-3">
            <span className="text-xl font-[650] tabular-nums">
              {data.totals.units.toLocaleString('en')}
            </span>{' '}
            <span className="text-muted">
              {limit === null ? 'transfers' : `of ${limit} transfers`}
            </span>
          </p>
          {isTable ? (
            <DataTable
              caption="Usage by day"
              columns={columns}
              rows={data.rows.toReversed()}
              keyOf={({ start }) => start}
              empty={null}
            />
          ) : (
            <BarChart
              label="Chargeable transfers by day"
              rows={daysOf(data)}
              series={series}
              format={(day) => String(Number(day.slice(8)))}
            />
          )}
        </>
      )}
    </Panel>
  )
}
