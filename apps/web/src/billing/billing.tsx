import type { BillingEntity, Limits, Subscription } from '@countersign/contracts/billing'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Section } from '../ui/page/section.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { ExternalLink } from '../ui/value/link.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { Time } from '../ui/value/time.tsx'
import { invoiceWord, limitNames, statusWords } from './words.ts'

type Limit = Limits['limits'][number]
type Invoice = Subscription['invoice_info']['invoices'][number]

/** What the active company pays for, how much of it is used, and what it was billed. */
export function CompanyBilling() {
  const did = useCompany()
  const views = useCan('payment.subscriptionInfo')
  if (!did || !views.allowed) return <Missing permission="payment.subscriptionInfo" />
  return <Loaded key={did} did={did} />
}

function Loaded({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.subscription.get, { vaspDID: did })
  const limits = useOperation(api.subscription.limits, { vaspDID: did })
  const entity = useOperation(api.subscription.entity, { vaspId: did })
  const failed = error ?? limits.error ?? entity.error
  if (failed)
    return (
      <LoadError
        error={failed}
        onRetry={() => void Promise.all([refetch(), limits.refetch(), entity.refetch()])}
      />
    )
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <Plan did={did} subscription={data} />
        <Panel title="Billed to">
          {entity.data ? <Billed entity={entity.data} /> : <Loading />}
        </Panel>
      </div>
      <Section
        title="Usage"
        description="Outgoing Travel Rule transfers count once, when they are sent. Answering, exports and erasure never depend on a plan."
      >
        <DataTable
          caption="Usage"
          columns={usageColumns}
          rows={limits.data?.limits}
          keyOf={({ key }) => key}
          skeletonRows={1}
          empty={null}
        />
      </Section>
      <Section title="Invoices">
        <DataTable
          caption="Invoices"
          columns={invoiceColumns}
          rows={data?.invoice_info.invoices}
          keyOf={({ date, status }) => `${date} ${status}`}
          skeletonRows={2}
          empty={
            <EmptyState kind="nothing" title="No invoices yet">
              {data?.provider
                ? 'They appear here once the first period has been billed.'
                : 'This deployment has no billing provider.'}
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}

const Loading = () => <SkeletonLines lines={4} label="Loading billing" />

/** A plan’s key as a title: `standard` is Standard. */
const planName = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)

function Plan({ did, subscription }: { did: string; subscription: Subscription | undefined }) {
  if (!subscription)
    return (
      <Panel title="Plan">
        <Loading />
      </Panel>
    )
  const { provider, invoice_info: info, grace_ends_at: graceEnd, period } = subscription
  const { title, sentence, tone } = statusWords[subscription.subscription_status]
  return (
    <Panel title="Plan" actions={provider && <Manage did={did} />}>
      <div className="flex flex-col gap-4">
        {subscription.stale && (
          <Notice tone="warning">
            The billing provider can’t be reached. You see what we knew{' '}
            <Time value={subscription.as_of} />.
          </Notice>
        )}
        <Notice
          tone={tone}
          title={title}
          action={
            info.hosted_page_url && (
              <ExternalLink href={info.hosted_page_url}>Pay invoice</ExternalLink>
            )
          }
        >
          {sentence}
          {graceEnd && (
            <>
              {' '}
              Full access ends on <Time value={graceEnd} format="day" />.
            </>
          )}
        </Notice>
        <DescriptionList
          facts={[
            { term: 'Plan', value: planName(subscription.plan) },
            {
              term: 'Period',
              value: period && (
                <>
                  <Time value={period.start} format="day" /> to{' '}
                  <Time value={period.end} format="day" />
                </>
              ),
            },
            {
              term: 'Transfers in the period',
              value: subscription.current_billing_period_usage,
            },
            { term: 'Customer', value: subscription.customer_id },
          ]}
          none="None"
        />
      </div>
    </Panel>
  )
}

/** Opens the provider’s portal by a fresh link, which is good for a few minutes. */
function Manage({ did }: { did: string }) {
  const { reason } = useCan('payments.subscriptions.update')
  const open = useChange(
    () =>
      api.subscription.openPortal({
        vaspDID: did,
        body: { return_path: '/settings?tab=billing' },
      }),
    { onSuccess: ({ url }) => window.location.assign(url) },
  )
  return (
    <Button pending={open.isPending} disabledReason={reason} onClick={() => open.mutate()}>
      Manage billing
    </Button>
  )
}

function Billed({ entity }: { entity: BillingEntity }) {
  const { address } = entity
  return (
    <DescriptionList
      facts={[
        { term: 'Legal name', value: entity.legal_name },
        { term: 'Paid by', value: entity.inherited ? entity.payer_name : 'This company' },
        { term: 'Email', value: entity.email },
        { term: 'Country', value: address?.country },
        { term: 'Tax ID', value: entity.tax_id?.value },
        { term: 'Currency', value: entity.currency },
      ]}
    />
  )
}

const states = {
  ok: ['success', 'Within the limit'],
  near: ['warning', 'Near the limit'],
  reached: ['danger', 'Limit reached'],
} as const

const usageColumns: Column<Limit>[] = [
  { id: 'name', header: 'What counts', cell: ({ key }) => limitNames[key] },
  {
    id: 'used',
    header: 'Used',
    cell: ({ key, used, limit }) =>
      limit === null ? (
        <span className="tabular-nums">{used}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="tabular-nums">
            {used} of {limit}
          </span>
          <Meter label={limitNames[key]} value={Math.min(used, limit)} max={limit} />
        </span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, limit, reached_at: since }) => {
      if (limit === null) return <Badge tone="outline">No limit</Badge>
      const [tone, words] = states[state]
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {since && (
            <span className="ml-2 text-muted">
              since <Time value={since} inRow />. Further transfers wait until they can be sent.
            </span>
          )}
        </>
      )
    },
  },
  {
    id: 'resets',
    header: 'Starts anew',
    cell: ({ resets_at: at }) => <Time value={at} format="day" inRow />,
  },
]

const invoiceColumns: Column<Invoice>[] = [
  { id: 'date', header: 'Date', cell: ({ date }) => <Time value={date} format="day" inRow /> },
  {
    id: 'due',
    header: 'Due',
    cell: ({ due_date: due }) => <Time value={due} format="day" inRow />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{invoiceWord(status)}</Badge>
    ),
  },
]
