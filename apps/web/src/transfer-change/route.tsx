import { TransferChange } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import type { ChangeProps } from './changes.tsx'

/** Another counterparty for a transfer that hasn't been sent, or where somebody there can be reached. */
export function Route({ transfer, company, onClose, onDone }: ChangeProps) {
  const before = transfer.beneficiaryVASPdid ?? ''
  const { id, version } = transfer
  const form = useContractForm(TransferChange, {
    defaults: { to: before, notificationEmail: '' },
    places: { to: 'beneficiaryVASPdid' },
    body: ({ to, notificationEmail }) => ({
      vaspDID: company,
      id,
      version,
      ...(to !== before && { beneficiaryVASPdid: to }),
      ...(notificationEmail && { notificationEmail }),
    }),
    send: (body) => api.tx.update({ body }),
    says: 'Counterparty saved',
    onSuccess: onDone,
  })
  const { to, notificationEmail } = form.values
  return (
    <FormDialog
      title="Change counterparty"
      description="The rules of the new counterparty’s country apply, and the transfer needs a new decision."
      submit="Save"
      disabledReason={
        to !== before || notificationEmail
          ? undefined
          : 'Choose another company, or enter an email address'
      }
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <CompanyPicker
        label="Counterparty"
        value={to}
        without={[company]}
        error={form.errorOf('to')}
        onChange={(next) => form.set('to', next)}
      />
      <TextField
        label="Email address at the counterparty"
        optional
        type="email"
        maxLength={254}
        hint="Only used if no one at the company has an account yet. The email mentions neither customers nor amounts."
        {...form.field('notificationEmail')}
      />
    </FormDialog>
  )
}
