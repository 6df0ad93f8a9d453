import type { ListedVasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, background } from '../api.ts'
import { ClaimQueue } from '../identity/claim-queue.tsx'
import { useViewer } from '../session.ts'
import { NotForYou } from '../shell/not-for-you.tsx'
import { LoadError } from '../shell/system-pages.tsx'
import { buttonClass } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { rowLinkClass } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Section } from '../ui/section.tsx'
import { Time } from '../ui/time.tsx'
import { countryName } from './countries.ts'
import { DuplicateList } from './duplicate-list.tsx'
import { EvidenceQueue } from './evidence-queue.tsx'
import { RegisterQueue } from './register-queue.tsx'
import { VerificationBadge } from './verification-status.tsx'

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
  const { data, error, refetch } = useQuery({
    queryKey: ['verification.queue'],
    queryFn: ({ signal, client }) => {
      const again = client.getQueryData(['verification.queue']) !== undefined
      return api.verification.queue({}, { signal, ...(again && { headers: background }) })
    },
    refetchInterval: 60_000,
  })
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
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
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
        )}
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
      <Section title="Duplicates" description="Companies that may be the same.">
        <DuplicateList />
      </Section>
    </>
  )
}
