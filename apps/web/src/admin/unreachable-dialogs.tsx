import type { UnreachableCase } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, useChange } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Enters whom the network writes to, or the company that a name stands for. */
export function ResolveCase({ found, onClose }: { found: UnreachableCase; onClose: () => void }) {
  const client = useQueryClient()
  const [contact, setContact] = useState('')
  const [vaspDID, setVaspDID] = useState('')
  const isName = found.vaspDID === null
  const work = useChange(
    () => api.network.resolve({ caseId: found.id, body: isName ? { vaspDID } : { contact } }),
    {
      says: ({ retried }) =>
        retried === 1 ? '1 transfer is being sent' : `${retried} transfers are being sent`,
      showsFailure: true,
      onSuccess: () => void refresh(client, api.network.unreachable),
    },
  )
  const missing = isName ? 'Choose a company' : 'Enter an email address'
  return (
    <FormDialog
      title={isName ? `Which company is ${found.name}?` : `Who answers for ${found.name}?`}
      description={
        isName
          ? 'The transfers that wait for this name are sent to that company.'
          : 'They get one email that asks them to claim the company, without names or amounts. The transfers wait in its inbox.'
      }
      submit={isName ? 'Send to this company' : 'Send email'}
      disabledReason={(isName ? vaspDID : /.@./.test(contact)) ? undefined : missing}
      onOpenChange={(open) => open || onClose()}
      onSubmit={() => work.mutateAsync()}
    >
      {isName ? (
        <CompanyPicker label="Company" value={vaspDID} onChange={setVaspDID} without={[]} />
      ) : (
        <TextField
          label="Email address"
          type="email"
          maxLength={254}
          value={contact}
          onChange={({ target }) => setContact(target.value)}
        />
      )}
    </FormDialog>
  )
}

/** Hands a transfer, of which its company gave the network the ID, to another company. */
export function RedirectTransfer({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState('')
  const [to, setTo] = useState('')
  const work = useChange(() => api.network.redirect({ body: { id: id.trim(), to } }), {
    says: 'The transfer is being redirected',
    showsFailure: true,
  })
  const isId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id.trim())
  return (
    <FormDialog
      title="Redirect a transfer"
      description="Only to a company of the beneficiary’s group, or to the one that a duplicate was merged into."
      submit="Redirect"
      disabledReason={isId ? (to ? undefined : 'Choose a company') : 'Enter the transfer’s ID'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={() => work.mutateAsync()}
    >
      <TextField
        label="Transfer ID"
        maxLength={40}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <CompanyPicker label="New beneficiary" value={to} onChange={setTo} without={[]} />
    </FormDialog>
  )
}
