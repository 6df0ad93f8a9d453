import type { BillingEntity } from '@countersign/contracts/billing'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'

type Payer = NonNullable<BillingEntity['group_payer']>
type Pending = NonNullable<BillingEntity['pending_payer']>

const invalidates = [api.subscription.entity, api.subscription.get]
const setPayer = (vaspDID: string, payer: string) =>
  api.subscription.setPayer({ vaspDID, body: { billing_customer_did: payer } })

/** Hands paying over to the group’s parent, or takes it back. */
export function ChangePayer({ entity, parent }: { entity: BillingEntity; parent: Payer }) {
  const { vasp_did: did, inherited } = entity
  const [isAsking, setAsking] = useState(false)
  const name = inherited ? 'This company' : parent.name
  const change = useChange(() => setPayer(did, inherited ? did : parent.did), {
    invalidates,
    says: ({ pending_payer: pending }) =>
      pending ? 'A second person must agree' : 'Payer changed',
  })
  return (
    <div>
      <Button onClick={() => setAsking(true)}>
        {inherited ? 'Pay for this company itself' : `Have ${parent.name} pay`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Change who pays?"
        confirmLabel="Change payer"
        harmless
        onConfirm={() => change.mutateAsync()}
      >
        {name} pays for transfers from tomorrow (UTC) on. Earlier ones stay with the current payer.
        You need permission to change subscriptions in both companies.
      </ConfirmDialog>
    </div>
  )
}

/** A change of who pays that waits until somebody other than its author agrees. */
export function PendingPayer({
  entity,
  pending,
  stop,
}: {
  entity: BillingEntity
  pending: Pending
  stop: string | undefined
}) {
  const { vasp_did: did, billing_customer_did: present, next_payer: next } = entity
  const viewer = useViewer()
  const agree = useChange(() => setPayer(did, pending.did), { invalidates, says: 'Payer changed' })
  const discard = useChange(() => setPayer(did, next?.did ?? present), {
    invalidates,
    says: 'Change discarded',
  })
  const name = pending.did === entity.group_payer?.did ? entity.group_payer.name : 'this company'
  const own = pending.by.did === viewer.did ? 'A colleague must agree to your change' : undefined
  return (
    <Notice
      action={
        <span className="flex flex-wrap gap-2">
          <Button
            disabledReason={stop}
            pending={discard.isPending}
            onClick={() => discard.mutate()}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            disabledReason={stop ?? own}
            pending={agree.isPending}
            onClick={() => agree.mutate()}
          >
            Agree
          </Button>
        </span>
      }
    >
      {pending.by.name ?? 'A service'} wants to have {name} pay. A second person must agree. The
      request ends <Time value={pending.until} />.
    </Notice>
  )
}
