import type { Activity, ActivityWith } from '@countersign/contracts/trust'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Time } from '../ui/value/time.tsx'

type Month = ActivityWith['months'][number]
type Counted = Pick<ActivityWith, 'lastUpdated'>

/** How many transfers there were with this company, and how many of them came with data. */
export function CompanyTransfers({
  company,
  vasp,
}: {
  company: string
  vasp: { did: string; name: string }
}) {
  const { data, error, refetch } = useOperation(api.counterparty.activity, {
    did: company,
    counterpartyDid: vasp.did,
  })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data?.months.length === 0)
    return (
      <Panel>
        <EmptyState kind="nothing" title={`No transfers with ${vasp.name} yet`}>
          Monthly counts appear here once you exchange transfers.
        </EmptyState>
      </Panel>
    )
  return (
    <div className="flex flex-col gap-4">
      {data && <Figures months={data.months} counted={data} />}
      <DataTable
        caption="Transfers by month"
        columns={columns}
        rows={data?.months}
        keyOf={(month) => month.month}
        skeletonRows={6}
        empty={null}
      />
    </div>
  )
}

/** A part of a whole in percent; a dash without a whole. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`

const sum = (months: readonly Month[], name: keyof Activity) =>
  months.reduce((total, month) => total + month[name], 0)

/** Says since when figures stand. */
export function CountedAt({ lastUpdated }: Counted) {
  return (
    <>
      Counted <Time value={lastUpdated} />
    </>
  )
}

function Figures({ months, counted }: { months: readonly Month[]; counted: Counted }) {
  const total = (name: keyof Activity) => sum(months, name)
  const incoming = total('totalIncomingTransactions')
  const outgoing = total('totalOutgoingTransactions')
  const withData = total('travelRuleOutgoingTransactions')
  const figures = [
    ['Received', numberText(incoming)],
    ['Sent', numberText(outgoing)],
    ['Received with data', share(total('travelRuleIncomingTransactions'), incoming)],
    ['Our messages answered', share(total('answeredTransactions'), withData)],
  ]
  return (
    <Panel title={`Last ${months.length} months`} description={<CountedAt {...counted} />}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="text-xl font-[650] tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const monthName = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const columns: Column<Month>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => monthName(month) },
  {
    id: 'incoming',
    header: 'Received',
    align: 'end',
    cell: (month) => numberText(month.totalIncomingTransactions),
  },
  {
    id: 'incomingData',
    header: 'With data',
    align: 'end',
    cell: (month) => share(month.travelRuleIncomingTransactions, month.totalIncomingTransactions),
  },
  {
    id: 'outgoing',
    header: 'Sent',
    align: 'end',
    cell: (month) => numberText(month.totalOutgoingTransactions),
  },
  {
    id: 'answered',
    header: 'Answered',
    align: 'end',
    cell: (month) => share(month.answeredTransactions, month.travelRuleOutgoingTransactions),
  },
]
