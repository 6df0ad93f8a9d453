import type { Subscription } from '@countersign/contracts/billing'
import { Link } from '@tanstack/react-router'
import { api, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'
import { planName } from './money.ts'
import { type StatusAction, statusWords } from './words.ts'

/** The plan, what its status means, and what to do about it. */
export function PlanPanel({ did, subscription }: { did: string; subscription: Subscription }) {
  const { provider, grace_ends_at: graceEnd, period } = subscription
  const { title, sentence, tone, action } = statusWords[subscription.subscription_status]
  return (
    <Panel title="Plan" actions={provider && <PortalButton did={did}>Manage billing</PortalButton>}>
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
          action={provider && action && <StatusButton did={did} action={action} />}
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
              value:
                subscription.current_billing_period_usage + subscription.untracked_usage_in_period,
            },
            { term: 'As of', value: <Time value={subscription.as_of} /> },
          ]}
          none="None"
        />
      </div>
    </Panel>
  )
}

const StatusButton = ({ did, action }: { did: string; action: StatusAction }) =>
  action.to === 'plans' ? (
    <Link to="/billing/plans" className={buttonClass()}>
      {action.label}
    </Link>
  ) : (
    <PortalButton did={did}>{action.label}</PortalButton>
  )

/** Opens the provider’s portal by a fresh link, which is good for a few minutes. */
function PortalButton({ did, children }: { did: string; children: string }) {
  const { reason } = useCan(api.subscription.openPortal)
  const open = useChange(
    () => api.subscription.openPortal({ vaspDID: did, body: { return_path: '/billing' } }),
    { onSuccess: ({ url }) => window.location.assign(url) },
  )
  return (
    <Button pending={open.isPending} disabledReason={reason} onClick={() => open.mutate()}>
      {children}
    </Button>
  )
}
