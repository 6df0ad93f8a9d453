import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { CostPanel } from './cost-panel.tsx'
import { EntityPanel } from './entity-panel.tsx'
import { HeldTransfers } from './held-transfers.tsx'
import { Invoices } from './invoices.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { countsEvery } from './usage.rules.ts'
import { UsageLimits } from './usage-limits.tsx'

// Charts are heavy: the page stands while this one comes.
const UsageChart = lazy(() =>
  import('./usage-chart.tsx').then((part) => ({ default: part.UsageChart })),
)

/** What the active company pays for, how much of it is used, and what it was billed. */
export function BillingPage() {
  const did = useCompany()
  const views = useCan(api.subscription.get)
  if (!did || !views.allowed) return <NotForYou call={api.subscription.get} />
  return <Loaded key={did} did={did} />
}

function Loaded({ did }: { did: string }) {
  const pays = useCan(api.subscription.customer).allowed
  const { data, error, refetch } = useOperation(
    api.subscription.get,
    { vaspDID: did },
    { polls: countsEvery },
  )
  const limits = useOperation(api.subscription.limits, { vaspDID: did }, { polls: countsEvery })
  const entity = useOperation(api.subscription.entity, { vaspId: did })
  const failed = error ?? limits.error ?? entity.error
  const isBilled = data !== undefined && data.provider !== null
  return (
    <>
      <PageHeader
        title="Billing"
        description="Outgoing Travel Rule transfers count once, when they’re sent. Answering, exporting and erasing never depend on your plan."
        actions={
          <>
            {pays && (
              <Link to="/billing/usage" className={buttonClass()}>
                Usage by transfer
              </Link>
            )}
            <PdfButton company={did} of={{ kind: 'usage', ...thisMonth() }}>
              Download statement
            </PdfButton>
          </>
        }
      />
      {failed && (
        <LoadError
          error={failed}
          onRetry={() => void Promise.all([refetch(), limits.refetch(), entity.refetch()])}
        />
      )}
      <div className="flex flex-col gap-5">
        <HeldTransfers did={did} limits={limits.data} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            {data ? <PlanPanel did={did} subscription={data} /> : <Waiting title="Plan" />}
            <Suspense fallback={<Waiting title="Usage this month" />}>
              <UsageChart
                did={did}
                limit={limits.data?.limits[0]?.limit ?? null}
                isPayer={(limits.data?.companies ?? 1) > 1}
              />
            </Suspense>
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            {entity.data ? <EntityPanel entity={entity.data} /> : <Waiting title="Billed to" />}
            {data && isBilled && <CostPanel did={did} plan={data.plan} />}
          </div>
        </div>
        <UsageLimits limits={limits.data} />
        {data && (isBilled ? pays && <Invoices did={did} /> : <NoProvider />)}
      </div>
    </>
  )
}

const Waiting = ({ title }: { title: string }) => (
  <Panel title={title}>
    <SkeletonLines lines={4} label={`Loading ${title}`} />
  </Panel>
)

const NoProvider = () => (
  <Panel title="Billing isn’t enabled">
    This deployment has no billing provider: nothing is charged, and there are no limits.
  </Panel>
)

/** The days of this month until today, in UTC. */
function thisMonth(): { from: string; to: string } {
  const to = new Date().toISOString().slice(0, 10)
  return { from: `${to.slice(0, 7)}-01`, to }
}
