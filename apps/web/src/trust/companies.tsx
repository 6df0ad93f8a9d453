import type { PublicVasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setActiveCompany } from '../active-company.ts'
import { useCompany, userVaspListQuery, useViewer } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { rowLinkClass } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toasts } from '../ui/toasts.ts'
import { Badges } from './badges.tsx'

const roleNames: Record<string, string> = {
  admin: 'Admin',
  compliance_officer: 'Compliance officer',
  compliance_agent: 'Compliance agent',
  developer: 'Developer',
  billing_customer_admin: 'Billing admin',
  viewer: 'Viewer',
}

/** The viewer's companies with role and badges; the active one is marked. */
export function Companies() {
  const { data, error, refetch } = useQuery(userVaspListQuery)
  const viewer = useViewer()
  const active = useCompany()
  const rolesIn = (did: string) =>
    viewer.roles.filter((role) => role.vaspDID === did).map(({ role }) => roleNames[role] ?? role)
  const columns: Column<PublicVasp>[] = [
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
    { id: 'roles', header: 'Your roles', cell: (vasp) => rolesIn(vasp.did).join(', ') || '–' },
    { id: 'badges', header: 'Badges', cell: (vasp) => <Badges vasp={vasp} /> },
    {
      id: 'active',
      header: 'Working for',
      cell: (vasp) =>
        vasp.did === active ? (
          <Badge tone="success">Active</Badge>
        ) : (
          <Button onClick={() => choose(vasp)}>
            Switch<span className="sr-only"> to {vasp.name}</span>
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Companies"
        description="The companies that you work for. Everything else on this site is about the active one."
      />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Your companies"
          columns={columns}
          rows={data?.loginable}
          keyOf={(vasp) => vasp.did}
          copyOf={(vasp) => vasp.did}
          skeletonRows={3}
          empty={
            <EmptyState
              kind="nothing"
              title="You belong to no company yet"
              action={
                <Link to="/network/search" className={buttonClass('primary')}>
                  Find your company
                </Link>
              }
            >
              Find it in the directory and ask one of its administrators to add you.
            </EmptyState>
          }
        />
      )}
    </>
  )
}

function choose(vasp: PublicVasp): void {
  setActiveCompany(vasp.did)
  toasts.success(`You are now working for ${vasp.name}`)
}
