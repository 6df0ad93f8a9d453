import type { PrivacyRequest } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { api, useChange, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { NewPrivacyRequest } from './new-privacy-request.tsx'

/** What people asked about the data that the company keeps of them. */
export function PrivacyRequests() {
  const company = useCompany()
  const { allowed } = useCan(api.privacyRequests.list)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={api.privacyRequests.list} />
  return <List key={company} company={company} />
}

/** How often the list is asked for again, in milliseconds. */
const polls = 2_000

const stateWords = {
  OPEN: ['info', 'Open'],
  DONE: ['success', 'Done'],
  CANCELLED: ['neutral', 'Cancelled'],
} as const

function List({ company }: { company: string }) {
  const input = { query: { vaspDID: company } }
  const { data, error, refetch } = useOperation(api.privacyRequests.list, input, { polls })
  const columns: readonly Column<PrivacyRequest>[] = [
    {
      id: 'asked',
      header: 'Request',
      cell: (row) => (
        <>
          <span className="block font-semibold">
            {row.kind === 'COPY' ? 'Copy of the data' : 'Erasure'}
          </span>
          <span className="text-muted" data-private>
            {row.reason}
          </span>
        </>
      ),
    },
    {
      id: 'by',
      header: 'Entered',
      cell: (row) => (
        <>
          <span className="block">{row.requestedBy.name ?? 'A former colleague'}</span>
          <Time value={row.createdAt} inRow />
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => <Badge tone={stateWords[state][0]}>{stateWords[state][1]}</Badge>,
    },
    { id: 'progress', header: 'Progress', cell: (row) => <Progress row={row} /> },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (row) => row.state === 'OPEN' && <Cancel row={row} company={company} />,
    },
  ]
  return (
    <>
      <PageHeader
        title="Privacy requests"
        above={<Link to="/transactions">Transfers</Link>}
        description="Give people a copy of the data you hold about them, or erase it. Data the law requires you to keep is erased when its period ends."
        actions={<NewPrivacyRequest company={company} />}
      />
      <DataList
        error={data ? null : error}
        onRetry={() => void refetch()}
        caption="Privacy requests"
        columns={columns}
        rows={data?.requests}
        keyOf={({ id }) => id}
        skeletonRows={4}
        empty={
          <EmptyState kind="nothing" title="No privacy requests yet">
            When a customer asks for their data, enter the request here.
          </EmptyState>
        }
      />
    </>
  )
}

const count = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`)

function Progress({ row }: { row: PrivacyRequest }) {
  const { transfers, erased, held, open, keptUntil } = row
  const all = count(transfers, 'transfer', 'transfers')
  if (row.kind === 'COPY')
    return (
      <>
        <span className="block">{all}</span>
        <Link to="/transactions/exports" className={linkClass}>
          Go to exports
        </Link>
      </>
    )
  const kept = transfers - erased - held - open
  return (
    <>
      <span className="block">{`${erased} of ${all} erased`}</span>
      {row.state === 'OPEN' && kept > 0 && keptUntil && (
        <span className="block text-muted">
          {kept} kept by law, the last until <Time value={keptUntil} format="day" />
        </span>
      )}
      {held > 0 && <span className="block text-muted">{held} under a legal hold</span>}
      {row.state === 'OPEN' && open > 0 && (
        <span className="block text-muted">{open} not completed yet</span>
      )}
    </>
  )
}

function Cancel({ row, company }: { row: PrivacyRequest; company: string }) {
  const cancel = useChange(
    () => api.privacyRequests.cancel({ requestId: row.id, query: { vaspDID: company } }),
    { invalidates: [api.privacyRequests.list], says: 'Request cancelled' },
  )
  return (
    <span className="flex justify-end">
      <Button variant="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </span>
  )
}
