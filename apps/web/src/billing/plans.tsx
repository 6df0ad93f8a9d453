import { type CountedThing, countedThings, type Plan } from '@countersign/contracts/billing'
import { maxCredentials } from '@countersign/contracts/identity'
import { ruleLimit } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { moneyWords, planName } from './money.ts'
import { limitNames } from './words.ts'

/** The plans of this deployment, side by side. */
export function PlansPage() {
  const did = useCompany()
  const views = useCan(api.subscription.get)
  if (!did || !views.allowed) return <NotForYou call={api.subscription.get} />
  return <Plans key={did} did={did} />
}

function Plans({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.usage.plans, {})
  const subscription = useOperation(api.subscription.get, { vaspDID: did })
  const current = subscription.data?.plan
  const isBilled = subscription.data?.provider !== null
  const choosing: Feature = {
    name: 'Choose',
    of: ({ key, subscription_type: type }) =>
      key === current ? (
        <Badge tone="info">Your plan</Badge>
      ) : (
        isBilled && type === 'PAYING' && <Choose did={did} plan={key} />
      ),
  }
  return (
    <>
      <PageHeader
        above={
          <Link to="/billing" className={linkClass}>
            Billing
          </Link>
        }
        title="Plans"
        description="Prices are per month, before taxes. You can change or cancel your plan at any time."
      />
      <DataList
        error={data ? null : error}
        onRetry={() => void refetch()}
        caption="Plans"
        columns={columnsOf(data?.plans ?? [])}
        rows={data && (data.plans.length > 0 ? [choosing, ...features] : [])}
        keyOf={({ name }) => name}
        skeletonRows={features.length + 1}
        empty={
          <EmptyState kind="nothing" title="No plans">
            This deployment has no billing provider.
          </EmptyState>
        }
      />
    </>
  )
}

/** What a transfer costs, from the first tier on. */
function unitWords({ price, subscription_type: type }: Plan): string {
  if (type === 'SUNRISE') return 'Free'
  if (!price) return 'As agreed'
  if (price.tiers.length === 0) return 'Included'
  return price.tiers
    .map(({ up_to: upTo, unit_minor: unit }, at) => {
      const before = price.tiers[at - 1]?.up_to
      const amount = unit === 0 ? 'included' : `${moneyWords(unit, price.currency)} each`
      if (upTo !== null) return `${at === 0 ? 'Up' : 'up'} to ${numberText(upTo)}: ${amount}`
      return before ? `above ${numberText(before)}: ${amount}` : amount
    })
    .join('; ')
}

interface Feature {
  name: string
  of: (plan: Plan) => ReactNode
}

/** What there can be of a thing in a plan that doesn’t limit it. */
const everyones: Readonly<Record<CountedThing, ReactNode>> = {
  // Incoming and outgoing ones.
  rules: 2 * ruleLimit,
  api_credentials: maxCredentials,
  // The webhook service has a quota of its own, which is the deployment’s.
  webhook_endpoints: 'No plan limit',
  sub_entities: 'No limit',
}

const features: readonly Feature[] = [
  {
    name: 'Base price',
    of: ({ price }) => (price ? moneyWords(price.base_minor, price.currency) : 'Free'),
  },
  { name: 'Each transfer', of: unitWords },
  { name: 'Transfers a month', of: ({ limits }) => limits.outgoing_sent ?? 'No limit' },
  { name: 'Questionnaires a month', of: ({ limits }) => limits.ddq_requests ?? 'No limit' },
  ...countedThings.map((key) => ({
    name: limitNames[key],
    of: ({ limits }: Plan) => limits[key] ?? everyones[key],
  })),
]

/** One column for each plan. */
const columnsOf = (plans: readonly Plan[]): Column<Feature>[] => [
  { id: 'feature', header: 'What it covers', cell: ({ name }) => name },
  ...plans.map((plan) => ({
    id: plan.key,
    header: planName(plan.key),
    cell: ({ of }: Feature) => of(plan),
  })),
]

/** Leads to the provider’s page where the company subscribes. */
function Choose({ did, plan }: { did: string; plan: string }) {
  const { reason } = useCan(api.subscription.checkout)
  const open = useChange(() => api.subscription.checkout({ vaspDID: did, body: { plan } }), {
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <Button pending={open.isPending} disabledReason={reason} onClick={() => open.mutate()}>
      Choose {planName(plan)}
    </Button>
  )
}
