import type { DiligenceStatistics } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { numberText } from '../ui/language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { BarChart } from '../ui/value/bar-chart.tsx'
import { Day } from '../ui/value/day.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Headline } from './headline.tsx'
import { periodsOf } from './period.rules.ts'
import type { Range } from './search.ts'
import { dayLabel, durationWords } from './words.ts'

type Row = DiligenceStatistics['rows'][number]

const series = [
  { key: 'sent', name: 'Requests sent', color: 'var(--accent)' },
  { key: 'answered', name: 'Answers received', color: 'var(--success)' },
] as const

const columns: Column<Row>[] = [
  { id: 'period', header: 'From', cell: ({ period }) => <Day on={period} /> },
  { id: 'sent', header: 'Requests sent', align: 'end', cell: ({ sent }) => numberText(sent) },
  { id: 'answered', header: 'Answers', align: 'end', cell: ({ answered }) => numberText(answered) },
  {
    id: 'days',
    header: 'Median answer',
    align: 'end',
    cell: ({ medianSeconds }) => durationWords(medianSeconds),
  },
]
const csv = [
  { header: 'From', value: ({ period }: Row) => period },
  { header: 'Requests sent', value: ({ sent }: Row) => sent },
  { header: 'Answers', value: ({ answered }: Row) => answered },
  { header: 'Median answer in seconds', value: ({ medianSeconds }: Row) => medianSeconds },
]

const sentIn = ({ rows }: DiligenceStatistics) =>
  numberText(rows.reduce((sum, { sent }) => sum + sent, 0))

/** Requests for documents, how fast they were answered, and what soon has to be looked at again. */
export function Diligence({
  data,
  range: { from, to, by },
  before,
}: {
  data: DiligenceStatistics
  range: Range
  before: DiligenceStatistics | undefined
}) {
  return (
    <ChartPanel
      title="Due diligence"
      description="Requests for documents that your company sent, and the answers to them."
      name="due-diligence"
      headline={
        <>
          <Headline
            value={sentIn(data)}
            label={`requests sent; answered within ${durationWords(data.medianSeconds)} (median)`}
            before={before && sentIn(before)}
          />
          <p className="mt-1 text-sm text-muted">
            {data.accessEndingSoon} shared{' '}
            {data.accessEndingSoon === 1 ? 'document ends' : 'documents end'} and{' '}
            <Link to="/due-diligence" search={{ tab: 'due' }} className={linkClass}>
              {data.reviewsDueSoon} {data.reviewsDueSoon === 1 ? 'review is' : 'reviews are'} due
            </Link>{' '}
            within 30 days.
          </p>
        </>
      }
      columns={columns}
      csv={csv}
      rows={data.rows.toReversed()}
      keyOf={({ period }) => period}
      empty="No requests were sent or answered in this period."
      isEmpty={data.rows.length === 0}
    >
      <BarChart
        label="Requests for documents"
        rows={periodsOf(from, to, by).map((period) => {
          const found = data.rows.find((row) => row.period === period)
          return { label: period, sent: found?.sent ?? 0, answered: found?.answered ?? 0 }
        })}
        series={series}
        format={dayLabel}
      />
    </ChartPanel>
  )
}
