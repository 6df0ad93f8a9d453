import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { BarChart } from '../ui/value/bar-chart.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { type Period, periodsOf, sumOf, totalsOf } from './period.rules.ts'

const ranges = [
  { value: '30', label: 'Last 30 days', by: 'day' },
  { value: '91', label: 'Last 13 weeks', by: 'week' },
  { value: '365', label: 'Last 12 months', by: 'month' },
] as const
const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const directions = [
  { key: 'outgoing', name: 'Outgoing', color: 'var(--accent)' },
  { key: 'incoming', name: 'Incoming', color: 'var(--control)' },
  { key: 'internal', name: 'Internal', color: 'var(--ink)' },
] as const
const outcomes = [
  { key: 'accepted', name: 'Accepted', color: 'var(--success)' },
  { key: 'declined', name: 'Declined', color: 'var(--warning)' },
  { key: 'rejected', name: 'Rejected', color: 'var(--danger)' },
  { key: 'cancelled', name: 'Cancelled', color: 'var(--control)' },
  { key: 'open', name: 'Still open', color: 'var(--accent)' },
] as const

const number = (value: number) => value.toLocaleString('en')
const dayLabel = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
const share = (part: number, whole: number) =>
  whole === 0 ? null : `${Math.round((100 * part) / whole)} %`

/** What a company’s transfers add up to over time, as charts and as a table. */
export function Statistics({ company }: { company: string }) {
  const [days, setDays] = useState<string>(ranges[0].value)
  const { by } = ranges.find(({ value }) => value === days) ?? ranges[0]
  const [today] = useState(() => Date.now())
  const [from, to] = [dayOf(today - (Number(days) - 1) * dayMs), dayOf(today)]
  const query = { vaspDID: company, from, to, by }
  const { data, error, refetch } = useOperation(api.tx.statistics, { query })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const totals = data && totalsOf(data.rows, periodsOf(from, to, by))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Period"
          className="w-48"
          options={ranges}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <ExportButton
          name="transfer-statistics"
          columns={csvColumns}
          pages={() => [totals ?? []]}
          disabledReason={totals ? undefined : 'Nothing has loaded yet'}
        />
      </div>
      {totals ? <Shown totals={totals} currency={data.currency} /> : <Waiting />}
    </div>
  )
}

const Waiting = () => (
  <Panel title="Volume">
    <SkeletonLines lines={8} label="Loading statistics" />
  </Panel>
)

function Shown({ totals, currency }: { totals: readonly Period[]; currency: string | null }) {
  const sum = sumOf(totals)
  if (sum.total === 0)
    return (
      <EmptyState kind="nothing" title="No transfers in this period">
        Choose a longer one, or come back after the first transfer.
      </EmptyState>
    )
  const rows = totals.map(({ period, ...counts }) => ({ label: period, ...counts }))
  const ended = sum.total - sum.open
  return (
    <>
      <Panel title="In all">
        <DescriptionList
          facts={[
            { term: 'Transfers', value: number(sum.total) },
            { term: 'Outgoing', value: number(sum.outgoing) },
            { term: 'Incoming', value: number(sum.incoming) },
            { term: 'Accepted of those that ended', value: share(sum.accepted, ended) },
            {
              term: 'Value when created',
              value: currency && `${number(Math.round(sum.value))} ${currency}`,
            },
          ]}
          none="None yet"
        />
      </Panel>
      <div className="grid gap-5 xl:grid-cols-2">
        <Panel title="Volume" description="Transfers by the day they were created, in UTC.">
          <BarChart
            label="Transfers by direction"
            rows={rows}
            series={directions}
            format={dayLabel}
          />
        </Panel>
        <Panel title="Outcomes" description="How the transfers of each period stand now.">
          <BarChart label="Transfers by outcome" rows={rows} series={outcomes} format={dayLabel} />
        </Panel>
      </div>
      <DataTable
        caption="Transfers by period"
        columns={columns}
        rows={totals.filter(({ total }) => total > 0).toReversed()}
        keyOf={({ period }) => period}
        empty={null}
      />
    </>
  )
}

const counted = (key: keyof Omit<Period, 'period'>, header: string): Column<Period> => ({
  id: key,
  header,
  align: 'end',
  cell: (row) => number(row[key]),
})

const columns: Column<Period>[] = [
  { id: 'period', header: 'From', cell: ({ period }) => <Day on={period} /> },
  counted('total', 'Transfers'),
  counted('outgoing', 'Outgoing'),
  counted('incoming', 'Incoming'),
  counted('accepted', 'Accepted'),
  counted('declined', 'Declined'),
  counted('rejected', 'Rejected'),
  counted('cancelled', 'Cancelled'),
  counted('open', 'Still open'),
]

const csvColumns = [
  { header: 'From', value: ({ period }: Period) => period },
  ...[...directions, ...outcomes].map(({ key, name }) => ({
    header: name,
    value: (row: Period) => row[key],
  })),
  { header: 'Value', value: ({ value }: Period) => value },
]
