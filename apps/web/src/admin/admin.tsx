import type { ListedVasp } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, useOperation } from '../api/index.ts'
import { EvidenceQueue } from '../evidence/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { RegisterQueue } from '../registry/index.ts'
import { ClaimQueue } from '../request/index.ts'
import { useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { VerificationBadge } from '../verification/index.ts'

type Waiting = { vasp: ListedVasp; since: string }

const columns: Column<Waiting>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: ({ vasp }) => (
      <Link to="/admin/companies/$did" params={{ did: vasp.did }} className={rowLinkClass}>
        {vasp.name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ vasp }) => <VerificationBadge status={vasp.verificationStatus} />,
  },
  {
    id: 'jurisdictions',
    header: 'Jurisdictions',
    cell: ({ vasp }) => vasp.jurisdictions?.map(countryName).join(', ') || '–',
    wideOnly: true,
  },
  { id: 'since', header: 'Waiting since', cell: ({ since }) => <Time value={since} inRow /> },
]

/** What waits for the network's operator. */
export function Admin() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <Queue />
}

function Queue() {
  const { data, error, refetch } = useOperation(api.verification.queue, {}, { polls: 60_000 })
  return (
    <>
      <PageHeader
        title="Queue"
        description="Work for the network, oldest first."
        actions={
          <Link to="/admin/companies" className={buttonClass()}>
            All companies
          </Link>
        }
      />
      <Section title="Verification">
        <DataList
          error={error}
          onRetry={() => void refetch()}
          caption="Companies awaiting verification"
          columns={columns}
          rows={data?.companies}
          keyOf={({ vasp }) => vasp.did}
          copyOf={({ vasp }) => vasp.did}
          skeletonRows={4}
          empty={
            <EmptyState kind="nothing" icon={CircleCheck} title="The queue is empty">
              Companies that submit for verification appear here.
            </EmptyState>
          }
        />
        {data && data.total > data.companies.length && (
          <p className="mt-2 text-sm text-muted">
            The first {data.companies.length} of {data.total}.
          </p>
        )}
      </Section>
      <Section
        title="Documents"
        description="Documents companies share for verification. Take one, check it, then accept or refuse it."
      >
        <EvidenceQueue />
      </Section>
      <Section title="Claims" description="Requests to become a company’s first admin.">
        <ClaimQueue />
      </Section>
      <Section
        title="Registers"
        description="Register entries companies claim as theirs. Confirming one vouches for its values."
      >
        <RegisterQueue />
      </Section>
    </>
  )
}
