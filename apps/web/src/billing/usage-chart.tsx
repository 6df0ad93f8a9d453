import type { Usage } from '@countersign/contracts/billing'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { userVaspListQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { numberText } from '../ui/language.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { BarChart } from '../ui/value/bar-chart.tsx'
import { Day } from '../ui/value/day.tsx'
import { type UsageGrouping, usageGroupings } from './search.ts'
import { countsEvery, daysOf, groupsOf, otherGroups } from './usage.rules.ts'

type Row = Usage['rows'][number]
type NameOf = (by: Row['by']) => string

const route = getRouteApi('/signed-in/billing')

const colors = ['accent', 'success', 'warning', 'ink', 'control'].map((name) => `var(--${name})`)
const titles = { asset: 'Asset', company: 'Company' } as const
const labels = { asset: 'by day and asset', company: 'by day and company' } as const

function columnsOf(by: UsageGrouping | undefined, nameOf: NameOf): Column<Row>[] {
  const group: Column<Row>[] = by
    ? [{ id: 'by', header: titles[by], cell: (row) => nameOf(row.by) }]
    : []
  return [
    { id: 'day', header: 'Day', cell: ({ start }) => <Day on={start} /> },
    ...group,
    { id: 'units', header: 'Transfers', align: 'end', cell: ({ units }) => units },
    { id: 'reported', header: 'Reported', align: 'end', cell: ({ reported }) => reported },
  ]
}

const csvOf = (by: UsageGrouping | undefined, nameOf: NameOf) => [
  { header: 'Day', value: ({ start }: Row) => start },
  ...(by ? [{ header: titles[by], value: (row: Row) => nameOf(row.by) }] : []),
  { header: 'Transfers', value: ({ units }: Row) => units },
  { header: 'Reported', value: ({ reported }: Row) => reported },
]

/** Props of {@link UsageChart}. */
export interface UsageChartProps {
  did: string
  /** How many transfers the plan covers; null for as many as one likes. */
  limit: number | null
  /** Whether the company pays for others as well. */
  isPayer: boolean
}

/** This month’s chargeable transfers by day, whole or by what they consist of. */
export function UsageChart({ did, limit, isPayer }: UsageChartProps) {
  const [isTable, setTable] = useState(false)
  const { by } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useOperation(
    api.usage.get,
    { vaspDID: did, query: { by } },
    { polls: countsEvery },
  )
  const nameOf = useNames(by)
  const options = usageGroupings.filter(({ value }) => value !== 'company' || isPayer)
  return (
    <Panel
      title="Usage this month"
      description={`Chargeable transfers ${by ? labels[by] : 'by day'}, in UTC.`}
      actions={
        data && (
          <>
            <Button onClick={() => setTable(!isTable)}>
              {isTable ? 'Show chart' : 'Show table'}
            </Button>
            <ExportButton name="usage" columns={csvOf(by, nameOf)} pages={() => [data.rows]} />
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={8} label="Loading usage" />}
      {data && (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <p>
              <span className="text-xl font-[650] tabular-nums">
                {numberText(data.totals.units)}
              </span>{' '}
              <span className="text-muted">
                {limit === null ? 'transfers' : `of ${limit} transfers`}
              </span>
            </p>
            <SelectField
              label="Group by"
              className="w-40"
              options={options}
              value={by ?? ''}
              onChange={({ target }) =>
                void navigate({
                  search: { by: options.find(({ value }) => value === target.value)?.by },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </div>
          {isTable ? (
            <DataTable
              caption={`Usage ${by ? labels[by] : 'by day'}`}
              columns={columnsOf(by, nameOf)}
              rows={data.rows.toReversed()}
              keyOf={(row) => `${row.start} ${row.by}`}
              empty={null}
            />
          ) : (
            <Chart usage={data} by={by} nameOf={nameOf} />
          )}
        </>
      )}
    </Panel>
  )
}

interface ChartProps {
  usage: Usage
  by: UsageGrouping | undefined
  nameOf: NameOf
}

function Chart({ usage, by, nameOf }: ChartProps) {
  const groups = groupsOf(usage.rows)
  const days = daysOf(usage, groups)
  const named = groups.map(({ key, by: group }, at) => ({
    key,
    name: nameOf(group),
    color: colors[at] ?? '',
  }))
  const others = days.some((day) => otherGroups in day)
    ? [{ key: otherGroups, name: 'Others', color: colors.at(-1) ?? '' }]
    : []
  const whole = [{ key: 'group0', name: 'Chargeable transfers', color: colors[0] ?? '' }]
  return (
    <BarChart
      label={`Chargeable transfers ${by ? labels[by] : 'by day'}`}
      rows={days}
      series={by && named.length > 0 ? [...named, ...others] : whole}
      format={(day) => String(Number(day.slice(8)))}
    />
  )
}

/** What a group is called: an asset by its symbol, a company by its name where the reader may work for it. */
function useNames(by: UsageGrouping | undefined): NameOf {
  const { data } = useQuery({ ...userVaspListQuery, enabled: by === 'company' })
  return (group) => {
    if (group === null || group === undefined) return 'Not recorded'
    return data?.loginable.find(({ did }) => did === group)?.name ?? group
  }
}
