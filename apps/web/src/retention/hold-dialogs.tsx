import { retention } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

const invalidates = [api.tx.info, api.retention.holds, api.retention.summary]

interface Props {
  ids: string[]
  company: string
  onClose: () => void
}

/** Puts transfers under a legal hold. */
export function Hold({ ids, company, onClose }: Props) {
  const form = useContractForm(retention.hold.body, {
    defaults: { until: '', reason: '' },
    body: (values) => ({ vaspDID: company, ids, ...values }),
    send: (body) => api.retention.hold({ body }),
    invalidates,
    says: 'Legal hold placed',
  })
  const { until, reason } = form.values
  const missing = until ? 'Enter a reason' : 'Choose a day'
  return (
    <FormDialog
      onOpenChange={(open) => open || onClose()}
      title="Place a legal hold"
      description="Your company’s data on this transfer isn’t erased before that day. The counterparty isn’t told."
      submit="Place hold"
      disabledReason={until && reason ? undefined : missing}
      onSubmit={form.submit}
    >
      <TextField label="Last day" type="date" {...form.field('until')} />
      <TextArea
        label="Reason"
        hint="For example the case number. Only your company sees it."
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** Releases transfers from their legal hold. */
export function Release({ ids, company, onClose }: Props) {
  const form = useContractForm(retention.hold.body, {
    defaults: { reason: '' },
    body: ({ reason }) => ({ vaspDID: company, ids, until: null, reason }),
    send: (body) => api.retention.hold({ body }),
    invalidates,
    says: 'Legal hold released',
  })
  return (
    <FormDialog
      onOpenChange={(open) => open || onClose()}
      title="Release the legal hold"
      description="The data is erased once the retention period is over. That may be soon."
      submit="Release hold"
      disabledReason={form.values.reason ? undefined : 'Enter a reason'}
      onSubmit={form.submit}
    >
      <TextArea label="Reason" maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
