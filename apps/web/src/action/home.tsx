import { completeness, presentationOf, statusSentences } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { BillingNotice } from '../billing/index.ts'
import { LoadError, NoCompany } from '../page/index.ts'
import { OwnInvitations, OwnRequests } from '../request/index.ts'
import { isDue } from '../review/index.ts'
import { useCan, useCompany, useCompanyName, useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Ring } from '../ui/value/ring.tsx'
import { Time } from '../ui/value/time.tsx'
import { VerificationBadge, verificationQuery } from '../verification/index.ts'
import { readWizard, wizardSteps } from '../wizard/index.ts'
import { ActionList } from './list.tsx'

/** The start page: action items and the company's status. */
export function Home() {
  const did = useCompany()
  const viewer = useViewer()
  const name = useCompanyName(did)
  const first = viewer.fields
    .find(({ fieldName }) => fieldName === 'name')
    ?.values[0]?.value?.split(' ')[0]
  return (
    <>
      <PageHeader
        title={first ? `${greeting()}, ${first}` : 'Home'}
        description={did ? (name ?? '\u00a0') : undefined}
      />
      <ContinueRegistration />
      <OwnInvitations />
      <OwnRequests onlyPending className="mb-6" />
      <div className="mb-4 empty:hidden">
        <BillingNotice />
      </div>
      {did ? (
        <div
          key={did}
          className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <ActionList />
          <div className="flex flex-col gap-4">
            <ProfileCard did={did} />
            <VerificationCard did={did} />
            {!viewer.observing && <CounterpartiesCard did={did} />}
          </div>
        </div>
      ) : (
        <Panel>
          <NoCompany />
        </Panel>
      )}
    </>
  )
}

/** The way back into a registration started in this browser. */
function ContinueRegistration() {
  const { did, vasps } = useViewer()
  const [wizard] = useState(() => readWizard(did))
  if (!wizard || wizard.step <= 1) return null
  const { step, name, did: made } = wizard
  const toDo = wizard.documents.length + wizard.colleagues.length + wizard.taken.length
  // Once the network has let the person in, what the wizard was told can be done.
  const isLetIn = made !== null && vasps.includes(made) && wizard.finished.length === 0 && toDo > 0
  if (made !== null && !isLetIn) return null
  return (
    <div className="mb-4">
      <Notice
        title={
          isLetIn
            ? `Finish setting up ${name}`
            : `Continue your registration: step ${step} of ${wizardSteps.length}`
        }
        action={
          <Link to="/auth/get-started" className={buttonClass()}>
            {isLetIn ? 'Finish' : 'Continue'}
          </Link>
        }
      >
        {isLetIn
          ? 'The network approved your company. Your entries are now being applied.'
          : `${name || 'Your company'}: next step “${wizardSteps[step - 1]}”.`}
      </Notice>
    </div>
  )
}

function greeting(): string {
  const hour = new Date().getHours()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

type CardProps = {
  title: string
  error: Error | null
  retry: () => unknown
  children: ReactNode
}

/** A card that fails alone. */
function Card({ title, error, retry, children }: CardProps) {
  return (
    <Panel title={title}>
      {error ? <LoadError error={error} onRetry={() => void retry()} /> : children}
    </Panel>
  )
}

function ProfileCard({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.vasp.get, { did })
  const edits = useCan(api.vasp.update).allowed
  const { percent, missing } = completeness(data ?? {})
  return (
    <Card title="Profile" error={error} retry={refetch}>
      {data ? (
        <div className="flex items-center gap-4">
          <Ring percent={percent} label="Profile complete" />
          <div className="min-w-0 text-sm">
            {missing.length > 0 ? (
              <p className="text-muted">
                Missing:{' '}
                {missing
                  .slice(0, 3)
                  .map((field) => presentationOf(field).label)
                  .join(', ')}
                {missing.length > 3 && ` and ${missing.length - 3} more`}
              </p>
            ) : (
              <p className="text-muted">All key information is filled in.</p>
            )}
            <Link to="/company" className={linkClass}>
              {missing.length > 0 && edits ? 'Complete profile' : 'View profile'}
            </Link>
          </div>
        </div>
      ) : (
        <SkeletonLines lines={3} label="Loading profile" />
      )}
    </Card>
  )
}

function VerificationCard({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(verificationQuery(did))
  return (
    <Card title="Verification" error={error} retry={refetch}>
      {data ? (
        <div className="flex flex-col items-start gap-2 text-sm">
          <VerificationBadge status={data.status} />
          <p className="text-muted first-letter:uppercase">
            {statusSentences[data.status]}
            {data.expiresAt && (
              <>
                {' '}
                and valid until <Time value={data.expiresAt} format="day" />
              </>
            )}
            .
          </p>
          <Link to="/company" hash="verification" className={linkClass}>
            View history
          </Link>
        </div>
      ) : (
        <SkeletonLines lines={4} label="Loading verification" />
      )}
    </Card>
  )
}

function CounterpartiesCard({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.counterparty.top, { query: { vaspDID: did } })
  const results = data?.results ?? []
  const reviewed = results.filter(({ review }) => review && !isDue(review)).length
  return (
    <Card title="Top counterparties" error={error} retry={refetch}>
      {data ? (
        results.length === 0 ? (
          <p className="text-sm text-muted">
            No transfers yet. Companies you exchange transfers with appear here.
          </p>
        ) : (
          <>
            <p className="text-sm text-muted">
              {reviewed} of {results.length} reviewed
            </p>
            <ul className="mt-2 flex flex-col text-sm">
              {results.slice(0, 5).map((one) => (
                <li
                  key={one.vaspDID}
                  className="flex items-center justify-between gap-3 border-t border-line py-1.5"
                >
                  <Link
                    to="/network/vasps/$did"
                    params={{ did: one.vaspDID }}
                    className="min-w-0 truncate font-medium hover:text-accent"
                  >
                    {one.vaspName}
                  </Link>
                  <span className="shrink-0 text-muted tabular-nums">
                    {one.totalIncomingTransactions + one.totalOutgoingTransactions}
                    <span className="sr-only"> transfers</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      ) : (
        <SkeletonLines lines={3} label="Loading counterparties" />
      )}
    </Card>
  )
}
