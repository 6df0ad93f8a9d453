import type { Drift } from '@countersign/contracts/billing'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { differenceWords, doneWords } from './difference-words.ts'

const minReason = 10

/** One difference: what it is, and what can be done about it. */
export function DifferenceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useOperation(api.reconciliation.difference, { driftId: id })
  return (
    <Drawer
      open
      onOpenChange={(next) => next || onClose()}
      title={data ? differenceWords[data.kind][0] : 'Difference'}
      footer={data && data.closed_at === null && <Decide drift={data} />}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={6} label="Loading the difference" />}
      {data && <Facts drift={data} />}
    </Drawer>
  )
}

function Facts({ drift }: { drift: Drift }) {
  const { did, name, customer_id: customer, day, action, decided_by: by } = drift
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[60ch] text-muted">{differenceWords[drift.kind][1]}</p>
      <DescriptionList
        none="None"
        facts={[
          {
            term: 'Company',
            value: did && (
              <Link to="/admin/companies/$did" params={{ did }} className={linkClass}>
                {name}
              </Link>
            ),
          },
          ...(customer ? [{ term: 'Customer', value: <code>{customer}</code> }] : []),
          ...(day ? [{ term: 'Day', value: <Day on={day} /> }] : []),
          { term: 'Our value', value: drift.ours },
          { term: 'Provider’s value', value: drift.theirs },
          { term: 'First seen', value: <Time value={drift.first_seen_at} /> },
          { term: 'Last seen', value: <Time value={drift.last_seen_at} /> },
          { term: 'Done', value: action ? doneWords[action] : 'Nothing yet' },
          ...(by ? [{ term: 'Decided by', value: by === 'system' ? 'Countersign' : by }] : []),
          ...(drift.reason ? [{ term: 'Reason', value: drift.reason }] : []),
          ...(drift.closed_at ? [{ term: 'Closed', value: <Time value={drift.closed_at} /> }] : []),
        ]}
      />
    </div>
  )
}

function Decide({ drift: { id, did, day } }: { drift: Drift }) {
  const [asking, setAsking] = useState<'accept' | 'ignore'>()
  const [reason, setReason] = useState('')
  const { drift: list, difference, decide } = api.reconciliation
  const invalidates = [list, difference]
  const resend = useChange(() => decide({ driftId: id, body: { action: 'resend' } }), {
    invalidates,
    says: 'Sent again within seconds. The next comparison checks it.',
  })
  const settle = useChange(
    (action: 'accept' | 'ignore') => decide({ driftId: id, body: { action, reason } }),
    { invalidates, says: 'Difference closed', showsFailure: true },
  )
  return (
    <>
      {did && day && (
        <Button pending={resend.isPending} onClick={() => resend.mutate()}>
          Send again
        </Button>
      )}
      <Button onClick={() => setAsking('accept')}>Accept</Button>
      <Button onClick={() => setAsking('ignore')}>Ignore</Button>
      {asking && (
        <FormDialog
          onOpenChange={() => setAsking(undefined)}
          title={asking === 'accept' ? 'Accept the provider’s value?' : 'Ignore this difference?'}
          submit={asking === 'accept' ? 'Accept' : 'Ignore'}
          disabledReason={
            reason.trim().length < minReason
              ? `Enter a reason (at least ${minReason} characters)`
              : undefined
          }
          onSubmit={() => settle.mutateAsync(asking)}
        >
          <p className="text-sm">
            It stays closed until one of the two values changes. The audit log keeps your decision.
          </p>
          <TextArea
            label="Reason"
            hint="At least 10 characters"
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </FormDialog>
      )}
    </>
  )
}
