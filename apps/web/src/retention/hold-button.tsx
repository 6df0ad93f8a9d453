import type { TransactionDetail } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

type Props = { transfer: TransactionDetail; company: string }

/** Puts a transfer under a legal hold, or releases it. */
export function HoldButton({ transfer, company }: Props) {
  const { allowed } = useCan(api.retention.hold)
  const isReadOnly = useReadOnly() !== undefined
  if (!allowed || isReadOnly || transfer.pii.state === 'ERASED') return null
  return transfer.holdUntil === null ? (
    <Hold transfer={transfer} company={company} />
  ) : (
    <Release ids={[transfer.id]} company={company} />
  )
}

const invalidates = [api.tx.info, api.retention.holds, api.retention.summary]

function Hold({ transfer, company }: Props) {
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const hold = useChange(
    () =>
      api.retention.hold({
        body: { vaspDID: company, ids: [transfer.id], until, reason: reason.trim() },
      }),
    { invalidates, says: 'Legal hold placed', showsFailure: true },
  )
  const missing = until ? 'Enter a reason' : 'Choose a day'
  return (
    <FormDialog
      trigger={<Button variant="quiet">Legal hold</Button>}
      title="Place a legal hold"
      description="Your company’s data of this transfer isn’t erased before that day. The counterparty doesn’t learn of it."
      submit="Place hold"
      disabledReason={until && reason.trim() ? undefined : missing}
      onSubmit={() => hold.mutateAsync()}
    >
      <TextField
        label="Last day"
        type="date"
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <TextArea
        label="Reason"
        hint="Such as the number of the case. Only your company reads it."
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

/** Releases transfers from their legal hold. */
export function Release({ ids, company }: { ids: string[]; company: string }) {
  const [reason, setReason] = useState('')
  const release = useChange(
    () =>
      api.retention.hold({ body: { vaspDID: company, ids, until: null, reason: reason.trim() } }),
    { invalidates, says: 'Legal hold released', showsFailure: true },
  )
  return (
    <FormDialog
      trigger={<Button>Release hold</Button>}
      title="Release the legal hold"
      description="The data is erased once the retention period is over. That may be soon."
      submit="Release hold"
      disabledReason={reason.trim() ? undefined : 'Enter a reason'}
      onSubmit={() => release.mutateAsync()}
    >
      <TextArea
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
