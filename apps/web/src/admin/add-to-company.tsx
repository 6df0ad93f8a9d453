import { type CompanyRole, InviteIn } from '@countersign/contracts/identity'
import { useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { RoleField } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Props of {@link AddToCompany}. */
export interface AddToCompanyProps {
  user: { name: string; email: string }
  onDone: () => void
}

/** Invites a user to a company that is found by its name. */
export function AddToCompany({ user, onDone }: AddToCompanyProps) {
  const [words, setWords] = useState('')
  const form = useContractForm(InviteIn, {
    defaults: { vaspDID: '', role: 'viewer' as CompanyRole },
    body: (values) => ({ email: user.email, ...values }),
    send: (body) => api.auth.addUserToVasp({ body }),
    says: `Invitation sent to ${user.email}`,
    onSuccess: onDone,
  })
  const { vaspDID, role } = form.values
  const q = useDeferredValue(words.trim())
  const query = { q, per_page: 20, listingType: 'all' as const }
  const { data } = useOperation(api.public.listVasps, { query }, { enabled: q !== '' })
  const found = data?.vasps ?? []
  return (
    <FormDialog
      trigger={
        <Button>
          Invite to a company<span className="sr-only">: {user.name}</span>
        </Button>
      }
      title={`Invite ${user.name} to a company`}
      submit="Invite"
      disabledReason={vaspDID ? undefined : 'Choose a company first'}
      onSubmit={form.submit}
    >
      <TextField
        label="Find a company"
        type="search"
        maxLength={200}
        placeholder="Name, website, LEI or DID"
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          form.set('vaspDID', '')
        }}
      />
      <SelectField
        label="Company"
        placeholder={found.length > 0 ? 'Choose one' : 'Search first'}
        options={found.map((vasp) => ({ value: vasp.did, label: vasp.name }))}
        {...form.field('vaspDID')}
      />
      <RoleField value={role} onChange={(next) => form.set('role', next)} />
    </FormDialog>
  )
}
