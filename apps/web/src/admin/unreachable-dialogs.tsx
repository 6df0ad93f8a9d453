import { network, type UnreachableCase } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Enters whom the network writes to, or the company that a name stands for. */
export function ResolveCase({ found, onClose }: { found: UnreachableCase; onClose: () => void }) {
  const isName = found.vaspDID === null
  const form = useContractForm(network.resolve.body, {
    defaults: { contact: '', vaspDID: '' },
    body: ({ contact, vaspDID }) => (isName ? { vaspDID } : { contact }),
    send: (body) => api.network.resolve({ caseId: found.id, body }),
    says: ({ retried }) =>
      retried === 1 ? '1 transfer is being sent' : `${retried} transfers are being sent`,
    invalidates: [api.network.unreachable],
  })
  const { contact, vaspDID } = form.values
  const missing = isName ? 'Choose a company' : 'Enter an email address'
  return (
    <FormDialog
      title={isName ? `Which company is ${found.name}?` : `Who answers for ${found.name}?`}
      description={
        isName
          ? 'Transfers waiting for this name are sent to that company.'
          : 'They get one email asking them to claim the company, without names or amounts. The transfers wait in its inbox.'
      }
      submit={isName ? 'Send to this company' : 'Send email'}
      disabledReason={(isName ? vaspDID : /.@./.test(contact)) ? undefined : missing}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      {isName ? (
        <CompanyPicker
          label="Company"
          value={vaspDID}
          error={form.errorOf('vaspDID')}
          onChange={(did) => form.set('vaspDID', did)}
          without={[]}
        />
      ) : (
        <TextField label="Email address" type="email" maxLength={254} {...form.field('contact')} />
      )}
    </FormDialog>
  )
}

/** Hands a transfer, of which its company gave the network the ID, to another company. */
export function RedirectTransfer({ onClose }: { onClose: () => void }) {
  const form = useContractForm(network.redirect.body, {
    defaults: { id: '', to: '' },
    body: (values) => values,
    send: (body) => api.network.redirect({ body }),
    says: 'The transfer is being redirected',
  })
  const { id, to } = form.values
  const isId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)
  return (
    <FormDialog
      title="Redirect a transfer"
      description="Only to a company of the beneficiary’s group, or to the one that a duplicate was merged into."
      submit="Redirect"
      disabledReason={isId ? (to ? undefined : 'Choose a company') : 'Enter the transfer’s ID'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <TextField label="Transfer ID" maxLength={40} {...form.field('id')} />
      <CompanyPicker
        label="New beneficiary"
        value={to}
        error={form.errorOf('to')}
        onChange={(did) => form.set('to', did)}
        without={[]}
      />
    </FormDialog>
  )
}
