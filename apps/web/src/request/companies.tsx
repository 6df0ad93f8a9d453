import { roleNames } from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badges } from '../company/index.ts'
import { LoadError } from '../page/index.ts'
import { useCompany, userVaspListQuery, useSwitchCompany, useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { OwnInvitations } from './invitations.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { OwnRequests } from './own.tsx'
import { ownRequestsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/dashboard/companies')

/** The viewer's companies: those they work for, those they can ask to join, those nobody runs yet. */
export function Companies() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(userVaspListQuery)
  return (
    <>
      <PageHeader
        title="Companies"
        description="Companies you belong to. The rest of this site shows the active one."
        actions={
          <Link to="/auth/get-started" className={buttonClass()}>
            <Plus size={16} aria-hidden />
            Add a company
          </Link>
        }
      />
      <OwnInvitations />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Tabs
          label="Companies"
          value={tab ?? 'active'}
          onChange={(next) =>
            navigate({ search: next === 'active' ? {} : { tab: next }, replace: true })
          }
          items={[
            {
              value: 'active',
              label: 'Active',
              count: data?.loginable.length,
              content: <Active vasps={data?.loginable} />,
            },
            {
              value: 'join',
              label: 'Can join',
              count: data?.joinable.length,
              content: <Others kind="join" vasps={data?.joinable} />,
            },
            {
              value: 'claim',
              label: 'Can claim',
              count: data?.claimable.length,
              content: <Others kind="claim" vasps={data?.claimable} />,
            },
          ]}
        />
      )}
      <OwnRequests className="mt-6" />
    </>
  )
}

const common: Column<PublicVasp>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: (vasp) => (
      <Link to="/network/vasps/$did" params={{ did: vasp.did }} className={rowLinkClass}>
        {vasp.name}
      </Link>
    ),
  },
  {
    id: 'did',
    header: 'DID',
    cell: (vasp) => <CopyText value={vasp.did} label="DID" />,
    wideOnly: true,
  },
]
const badges: Column<PublicVasp> = {
  id: 'badges',
  header: 'Badges',
  cell: (vasp) => <Badges vasp={vasp} />,
}

function Active({ vasps }: { vasps: PublicVasp[] | undefined }) {
  const viewer = useViewer()
  const active = useCompany()
  const switchTo = useSwitchCompany()
  const rolesIn = (did: string) =>
    viewer.roles.filter((role) => role.vaspDID === did).map(({ role }) => roleNames[role])
  const columns: Column<PublicVasp>[] = [
    ...common,
    { id: 'roles', header: 'Your roles', cell: (vasp) => rolesIn(vasp.did).join(', ') || '–' },
    badges,
    {
      id: 'active',
      header: 'Active company',
      cell: (vasp) => (
        <span className="flex flex-wrap items-center gap-2">
          {vasp.did === active ? (
            <Badge tone="success">Active</Badge>
          ) : viewer.disabledVasps.includes(vasp.did) ? (
            <Link
              to="/auth/multivasp-signin"
              search={{ vasp: vasp.did }}
              className={cx(linkClass, 'inline-flex items-center gap-2')}
            >
              <Badge tone="danger">Disabled</Badge>
              Why<span className="sr-only"> {vasp.name} is disabled</span>
            </Link>
          ) : (
            <Button
              onClick={() => switchTo(vasp.did) && toasts.success(`Switched to ${vasp.name}`)}
            >
              Switch<span className="sr-only"> to {vasp.name}</span>
            </Button>
          )}
          <LeaveDialog vasp={vasp} />
        </span>
      ),
    },
  ]
  return (
    <Table
      caption="Your companies"
      columns={columns}
      vasps={vasps}
      empty={
        <EmptyState
          kind="nothing"
          title="You’re not part of a company yet"
          action={
            <Link to="/auth/get-started" className={buttonClass('primary')}>
              Find your company
            </Link>
          }
        >
          Ask to join your company, claim it if it has no admin yet, or add it.
        </EmptyState>
      }
    />
  )
}

function Others({ kind, vasps }: { kind: 'join' | 'claim'; vasps: PublicVasp[] | undefined }) {
  const { data } = useQuery(ownRequestsQuery)
  const waits = (did: string) =>
    data?.requests.some(({ vaspDID, state }) => vaspDID === did && state === 'pending')
  const columns: Column<PublicVasp>[] = [
    ...common,
    badges,
    {
      id: 'ask',
      header: 'Request',
      cell: (vasp) =>
        waits(vasp.did) ? (
          <Badge tone="warning">Awaiting a decision</Badge>
        ) : (
          <AskDialog vasp={vasp} kind={kind} />
        ),
    },
  ]
  return (
    <Table
      caption={kind === 'join' ? 'Companies you can join' : 'Companies you can claim'}
      columns={columns}
      vasps={vasps}
      empty={
        <EmptyState
          kind="nothing"
          title={kind === 'join' ? 'No companies to join' : 'No companies to claim'}
          action={
            <Link to="/network/search" className={buttonClass()}>
              Search directory
            </Link>
          }
        >
          {kind === 'join'
            ? 'Companies that use your email domain appear here. Other companies can invite you.'
            : 'Companies that use your email domain and have no admin yet appear here.'}
        </EmptyState>
      }
    />
  )
}

type TableProps = {
  caption: string
  columns: Column<PublicVasp>[]
  vasps: PublicVasp[] | undefined
  empty: ReactNode
}

const Table = ({ caption, columns, vasps, empty }: TableProps) => (
  <DataTable
    caption={caption}
    columns={columns}
    rows={vasps}
    keyOf={(vasp) => vasp.did}
    copyOf={(vasp) => vasp.did}
    skeletonRows={3}
    empty={empty}
  />
)
