import type { CompanyRole } from '@countersign/contracts/identity'
import { useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { RoleField } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Props of {@link AddToCompany}. */
export interface AddToCompanyProps {
  user: { name: string; email: string }
  onDone: () => void
}

/** Invites a user to a company that is found by its name. */
export function AddToCompany({ user, onDone }: AddToCompanyProps) {
  const [words, setWords] = useState('')
  const [did, setDid] = useState('')
  const [role, setRole] = useState<CompanyRole>('viewer')
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
      disabledReason={did ? undefined : 'Choose a company first'}
      onSubmit={async () => {
        await api.auth.addUserToVasp({ body: { vaspDID: did, email: user.email, role } })
        onDone()
        toasts.success(`Invitation sent to ${user.email}`)
      }}
    >
      <TextField
        label="Find a company"
        type="search"
        maxLength={200}
        placeholder="Name, website, LEI or DID"
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setDid('')
        }}
      />
      <SelectField
        label="Company"
        placeholder={found.length > 0 ? 'Choose one' : 'Search first'}
        options={found.map((vasp) => ({ value: vasp.did, label: vasp.name }))}
        value={did}
        onChange={(event) => setDid(event.target.value)}
      />
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  )
}
