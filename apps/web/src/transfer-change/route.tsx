import { useState } from 'react'
import { api } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ChangeProps } from './changes.tsx'

/** Another counterparty for a transfer that hasn't been sent, or where somebody there can be reached. */
export function Route({ transfer, company, onClose, onDone }: ChangeProps) {
  const before = transfer.beneficiaryVASPdid ?? ''
  const [to, setTo] = useState(before)
  const [email, setEmail] = useState('')
  const isOther = to !== before
  return (
    <FormDialog
      title="Change counterparty"
      description="The rules of the new counterparty’s country apply, and the transfer needs a new decision."
      submit="Save"
      disabledReason={
        isOther || email.trim() ? undefined : 'Choose another company, or enter an email address'
      }
      onOpenChange={(open) => open || onClose()}
      onSubmit={async () => {
        const { id, version } = transfer
        await api.tx.update({
          body: {
            vaspDID: company,
            id,
            version,
            ...(isOther && { beneficiaryVASPdid: to }),
            ...(email.trim() && { notificationEmail: email.trim() }),
          },
        })
        toasts.success('Counterparty saved')
        await onDone()
      }}
    >
      <CompanyPicker label="Counterparty" value={to} without={[company]} onChange={setTo} />
      <TextField
        label="Email address at the counterparty"
        optional
        type="email"
        maxLength={254}
        hint="Only used if nobody at the company has an account yet. The mail names neither customers nor amounts."
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </FormDialog>
  )
}
