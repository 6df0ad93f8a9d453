import type { OutcomeStatistics } from '@countersign/contracts/transactions'
import { numberText } from '../ui/language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { BarList } from '../ui/value/bar-list.tsx'
import { Day } from '../ui/value/day.tsx'
import { LineChart } from '../ui/value/line-chart.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Headline } from './headline.tsx'
import { periodsOf } from './period.rules.ts'
import type { Range } from './search.ts'
import { dayLabel, durationWords, share } from './words.ts'

type Response = OutcomeStatistics['responses'][number]
type Decision = OutcomeStatistics['decisions'][number]

const sides: Readonly<Record<Response['direction'], string>> = {
  incoming: 'Your company',
  outgoing: 'Counterparties',
  internal: 'Within your company',
}

const responseColumns: Column<Response>[] = [
  { id: 'period', header: 'From', cell: ({ period }) => <Day on={period} /> },
  { id: 'who', header: 'Who answered', cell: ({ direction }) => sides[direction] },
  { id: 'answered', header: 'Answers', align: 'end', cell: ({ answered }) => numberText(answered) },
  {
    id: 'median',
    header: 'Median',
    align: 'end',
    cell: ({ medianSeconds }) => durationWords(medianSeconds),
  },
  { id: 'p90', header: '90 %', align: 'end', cell: ({ p90Seconds }) => durationWords(p90Seconds) },
]
const responseCsv = [
  { header: 'From', value: ({ period }: Response) => period },
  { header: 'Who answered', value: ({ direction }: Response) => sides[direction] },
  { header: 'Answers', value: ({ answered }: Response) => answered },
  { header: 'Median in seconds', value: ({ medianSeconds }: Response) => medianSeconds },
  { header: '90th percentile in seconds', value: ({ p90Seconds }: Response) => p90Seconds },
]

const series = [
  { key: 'incoming', name: 'Your company', color: 'var(--accent)' },
  { key: 'outgoing', name: 'Counterparties', color: 'var(--warning)', dashed: true },
] as const

const medianOf = (data: OutcomeStatistics, direction: Response['direction']) =>
  data.responsesInAll.find((one) => one.direction === direction)?.medianSeconds

/** How long the first answers took, ours and theirs. */
export function Responses({
  data,
  range: { from, to, by },
  before,
}: {
  data: OutcomeStatistics
  range: Range
  before: OutcomeStatistics | undefined
}) {
  const hoursOf = (period: string, direction: Response['direction']) => {
    const found = data.responses.find(
      (one) => one.period === period && one.direction === direction,
    )?.medianSeconds
    return found === undefined || found === null ? null : found / 3_600
  }
  const said = (one: OutcomeStatistics) =>
    `${durationWords(medianOf(one, 'incoming'))} / ${durationWords(medianOf(one, 'outgoing'))}`
  return (
    <ChartPanel
      title="Response time"
      description="From when a transfer is sent to its first answer, in hours. Times are grouped, so a figure can be off by up to a fifth."
      name="response-time"
      headline={
        <Headline
          value={said(data)}
          label="median, your company / counterparties"
          before={before && said(before)}
        />
      }
      columns={responseColumns}
      csv={responseCsv}
      rows={data.responses.toReversed()}
      keyOf={({ period, direction }) => `${period} ${direction}`}
      empty="No transfer was answered in this period."
      isEmpty={data.responses.length === 0}
    >
      <LineChart
        label="Median response time in hours"
        rows={periodsOf(from, to, by).map((period) => ({
          label: period,
          incoming: hoursOf(period, 'incoming'),
          outgoing: hoursOf(period, 'outgoing'),
        }))}
        series={series}
        format={dayLabel}
      />
    </ChartPanel>
  )
}

const bys: Readonly<Record<Decision['by'], string>> = {
  PERSON: 'People',
  CLIENT: 'API clients',
  RULE: 'Rules',
  SYSTEM: 'Countersign',
  NETWORK: 'The network',
  THEM: 'The other side',
}
const sourceOf = ({ by, rule }: Decision): string =>
  rule ? `Rule: ${rule.name ?? 'removed'}` : bys[by]

const decisionColumns: Column<Decision>[] = [
  { id: 'source', header: 'Decided by', cell: sourceOf },
  { id: 'count', header: 'Decisions', align: 'end', cell: ({ count }) => numberText(count) },
]
const decisionCsv = [
  { header: 'Decided by', value: sourceOf },
  { header: 'Decisions', value: ({ count }: Decision) => count },
]

/** Who took the company’s own decisions. */
export function Decisions({
  data: { decisions, heldByPlan },
  before,
}: {
  data: OutcomeStatistics
  before: OutcomeStatistics | undefined
}) {
  const rows = decisions.toSorted((a, b) => b.count - a.count)
  const byRule = (some: readonly Decision[]) => {
    const sum = (of: readonly Decision[]) => of.reduce((total, { count }) => total + count, 0)
    return share(sum(some.filter(({ by }) => by === 'RULE')), sum(some))
  }
  return (
    <ChartPanel
      title="Decisions by source"
      description={`Who sent your transfers and answered those of others.${heldByPlan > 0 ? ` ${heldByPlan} more are held by your plan’s limit.` : ''}`}
      name="decisions"
      headline={
        <Headline
          value={byRule(rows)}
          label="decided by rules"
          before={before && byRule(before.decisions)}
        />
      }
      columns={decisionColumns}
      csv={decisionCsv}
      rows={rows}
      keyOf={({ by, rule }) => rule?.id ?? by}
      empty="Nothing was decided in this period."
      isEmpty={rows.length === 0}
    >
      <BarList
        label="Decisions by source"
        rows={rows.slice(0, 8).map((row) => ({
          key: row.rule?.id ?? row.by,
          name: sourceOf(row),
          values: [row.count],
        }))}
        series={[{ name: 'Decisions', color: 'var(--accent)' }]}
      />
    </ChartPanel>
  )
}
