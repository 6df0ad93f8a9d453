import type { StatisticsRow } from '@countersign/contracts/transactions'
import { numberText } from '../ui/language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { BarChart } from '../ui/value/bar-chart.tsx'
import { Day } from '../ui/value/day.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Headline } from './headline.tsx'
import { type Period, periodsOf, sumOf, totalsOf } from './period.rules.ts'
import type { Range } from './search.ts'
import { dayLabel, share } from './words.ts'

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

type Counted = (typeof directions)[number] | (typeof outcomes)[number]

const columnsOf = (series: readonly Counted[]): Column<Period>[] => [
  { id: 'period', header: 'From', cell: ({ period }) => <Day on={period} /> },
  ...series.map(
    ({ key, name }): Column<Period> => ({
      id: key,
      header: name,
      align: 'end',
      cell: (row) => numberText(row[key]),
    }),
  ),
]
const csvOf = (series: readonly Counted[]) => [
  { header: 'From', value: ({ period }: Period) => period },
  ...series.map(({ key, name }) => ({ header: name, value: (row: Period) => row[key] })),
]
const volumeCsv = [...csvOf(directions), { header: 'Value', value: ({ value }: Period) => value }]

/** Props of {@link Volume}. */
export interface VolumeProps {
  rows: readonly StatisticsRow[]
  range: Range
  currency: string | null
  before: readonly StatisticsRow[] | undefined
}

/** Transfers over time, by direction and by how they stand now. */
export function Volume({ rows, range: { from, to, by }, currency, before }: VolumeProps) {
  const totals = totalsOf(rows, periodsOf(from, to, by))
  const sum = sumOf(totals)
  const past = before && sumOf(totalsOf(before, []))
  const bars = totals.map(({ period, ...counts }) => ({ label: period, ...counts }))
  const shared = {
    rows: totals.toReversed(),
    keyOf: ({ period }: Period) => period,
    empty: 'No transfers in this period.',
    isEmpty: sum.total === 0,
  }
  const worth = (one: Period) =>
    currency ? `, ${numberText(Math.round(one.value))} ${currency}` : ''
  return (
    <>
      <ChartPanel
        title="Transfer volume"
        description="By the day on which they were created, in UTC."
        name="transfer-volume"
        headline={
          <Headline
            value={numberText(sum.total)}
            label={`transfers${worth(sum)}`}
            before={past && `${numberText(past.total)}${worth(past)}`}
          />
        }
        columns={columnsOf(directions)}
        csv={volumeCsv}
        rows={shared.rows}
        keyOf={shared.keyOf}
        empty={shared.empty}
        isEmpty={shared.isEmpty}
      >
        <BarChart
          label="Transfers by direction"
          rows={bars}
          series={directions}
          format={dayLabel}
        />
      </ChartPanel>
      <ChartPanel
        title="Transfer outcomes"
        description="How the transfers of each period stand now."
        name="transfer-outcomes"
        headline={
          <Headline
            value={share(sum.accepted, sum.total - sum.open)}
            label="of those that ended were accepted"
            before={past && share(past.accepted, past.total - past.open)}
          />
        }
        columns={columnsOf(outcomes)}
        csv={csvOf(outcomes)}
        rows={shared.rows}
        keyOf={shared.keyOf}
        empty={shared.empty}
        isEmpty={shared.isEmpty}
      >
        <BarChart label="Transfers by outcome" rows={bars} series={outcomes} format={dayLabel} />
      </ChartPanel>
    </>
  )
}
