import type { UnreachableCase } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { RedirectTransfer, ResolveCase } from './unreachable-dialogs.tsx'

const causes: Readonly<Record<UnreachableCase['cause'], readonly [title: string, next: string]>> = {
  NOT_IN_DIRECTORY: ['Not in the directory', 'Choose the company this name refers to.'],
  NO_USERS: ['Nobody works here yet', 'Enter a contact. They’re asked to claim the company.'],
  DISABLED: ['Disabled by the network', 'Transfers continue once the company is enabled.'],
  REACHABLE: ['Reachable again', 'Waiting transfers are sent within an hour.'],
}

/** The network's desk for transfers that wait because their counterparty can't be reached. */
export function Unreachable() {
  const viewer = useViewer()
  if (!viewer.isCountersignAdmin) return <NotForYou />
  return <Cases />
}

function Cases() {
  const { data, error, refetch } = useOperation(api.network.unreachable, {}, { polls: 10_000 })
  const [resolving, setResolving] = useState<UnreachableCase>()
  const [redirecting, setRedirecting] = useState(false)
  const columns: Column<UnreachableCase>[] = [
    { id: 'name', header: 'Counterparty', cell: (row) => <Name row={row} /> },
    {
      id: 'cause',
      header: 'Why',
      cell: ({ cause }) => (
        <>
          <Badge tone={cause === 'REACHABLE' ? 'success' : 'warning'}>{causes[cause][0]}</Badge>
          <span className="mt-1 block text-sm text-muted">{causes[cause][1]}</span>
        </>
      ),
    },
    {
      id: 'waiting',
      header: 'Waiting',
      cell: ({ waiting, companies }) => (
        <>
          {waiting === 1 ? '1 transfer' : `${waiting} transfers`}
          <span className="block text-sm text-muted">
            of {companies === 1 ? '1 company' : `${companies} companies`}
          </span>
        </>
      ),
    },
    { id: 'since', header: 'Since', cell: ({ oldestAt }) => <Time value={oldestAt} /> },
    {
      id: 'act',
      header: 'Actions',
      headerHidden: true,
      cell: (row) =>
        row.cause === 'DISABLED' ? null : (
          <Button onClick={() => setResolving(row)}>
            {row.cause === 'NOT_IN_DIRECTORY' ? 'Choose company' : 'Add contact'}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Unreachable counterparties"
        description="Companies that can’t be reached. You see how many Travel Rule transfers are waiting, never which ones."
        actions={<Button onClick={() => setRedirecting(true)}>Redirect a transfer</Button>}
      />
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Unreachable counterparties"
        columns={columns}
        rows={data?.cases}
        keyOf={({ id }) => id}
        skeletonRows={3}
        empty={
          <EmptyState kind="nothing" icon={CircleCheck} title="Every counterparty can be reached">
            Companies appear here when a transfer can’t reach them.
          </EmptyState>
        }
      />
      {resolving && <ResolveCase found={resolving} onClose={() => setResolving(undefined)} />}
      {redirecting && <RedirectTransfer onClose={() => setRedirecting(false)} />}
    </>
  )
}

const Name = ({ row: { vaspDID, name, contact } }: { row: UnreachableCase }) => (
  <>
    {vaspDID === null ? (
      <span className="font-medium wrap-anywhere">{name}</span>
    ) : (
      <Link to="/admin/companies/$did" params={{ did: vaspDID }} className={rowLinkClass}>
        {name}
      </Link>
    )}
    {contact && <span className="block text-sm text-muted wrap-anywhere">Asked {contact}</span>}
  </>
)
