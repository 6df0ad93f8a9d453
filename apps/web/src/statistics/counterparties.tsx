import type { CounterpartyStatistics } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { numberText } from '../ui/language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { BarList } from '../ui/value/bar-list.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Headline } from './headline.tsx'
import { durationWords } from './words.ts'

type Row = CounterpartyStatistics

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: ({ did, name, isNew }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Link to="/network/vasps/$did" params={{ did }} className={linkClass}>
          {name}
        </Link>
        {isNew && <Badge tone="info">New</Badge>}
      </span>
    ),
  },
  {
    id: 'outgoing',
    header: 'Outgoing',
    align: 'end',
    cell: ({ outgoing }) => numberText(outgoing),
  },
  {
    id: 'incoming',
    header: 'Incoming',
    align: 'end',
    cell: ({ incoming }) => numberText(incoming),
  },
  { id: 'refused', header: 'Refused', align: 'end', cell: ({ refused }) => numberText(refused) },
  {
    id: 'median',
    header: 'Median answer',
    align: 'end',
    cell: ({ medianSeconds }) => durationWords(medianSeconds),
  },
]
const csv = [
  { header: 'Company', value: ({ name }: Row) => name },
  { header: 'DID', value: ({ did }: Row) => did },
  { header: 'Outgoing', value: ({ outgoing }: Row) => outgoing },
  { header: 'Incoming', value: ({ incoming }: Row) => incoming },
  { header: 'Refused', value: ({ refused }: Row) => refused },
  { header: 'Median answer in seconds', value: ({ medianSeconds }: Row) => medianSeconds },
]

const newOnes = (rows: readonly Row[]) => numberText(rows.filter(({ isNew }) => isNew).length)

/** The counterparties that most transfers were with. */
export const TopCounterparties = ({
  rows,
  before,
}: {
  rows: readonly Row[]
  before: readonly Row[] | undefined
}) => (
  <ChartPanel
    title="Top counterparties"
    description="The 20 counterparties with the most transfers, by calendar month."
    name="top-counterparties"
    headline={
      <Headline value={newOnes(rows)} label="of them new" before={before && newOnes(before)} />
    }
    columns={columns}
    csv={csv}
    rows={rows}
    keyOf={({ did }) => did}
    empty="No transfers with other companies in this period."
    isEmpty={rows.length === 0}
  >
    <BarList
      label="Transfers by counterparty"
      rows={rows.slice(0, 8).map(({ did, name, outgoing, incoming }) => ({
        key: did,
        name,
        values: [outgoing, incoming],
      }))}
      series={[
        { name: 'Outgoing', color: 'var(--accent)' },
        { name: 'Incoming', color: 'var(--control)' },
      ]}
    />
  </ChartPanel>
)
