import { type CompanyRole, companyRoles, roleNames } from '@countersign/contracts/identity'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toasts } from '../ui/toasts.ts'

/** Props of {@link AddToCompany}. */
export interface AddToCompanyProps {
  user: { name: string; email: string }
  onDone: () => void
}

/** Gives a user a role in a company that is found by its name. */
export function AddToCompany({ user, onDone }: AddToCompanyProps) {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [did, setDid] = useState('')
  const [role, setRole] = useState<CompanyRole>('viewer')
  const q = useDeferredValue(words.trim())
  const query = { q, per_page: 20, listingType: 'all' as const }
  const { data } = useQuery({
    queryKey: ['public.listVasps', query],
    queryFn: ({ signal }) => api.public.listVasps({ query }, { signal }),
    enabled: open && q !== '',
  })
  const add = useMutation({
    mutationFn: () => api.auth.addUserToVasp({ body: { vaspDID: did, email: user.email, role } }),
    onSuccess: () => {
      onDone()
      setOpen(false)
      toasts.success(`${user.name} was added`)
    },
  })
  const found = data?.vasps ?? []
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) add.reset()
        setOpen(next)
      }}
      trigger={
        <Button>
          Add to a company<span className="sr-only">: {user.name}</span>
        </Button>
      }
      title={`Add ${user.name} to a company`}
      onSubmit={() => add.mutate()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant="primary"
            pending={add.isPending}
            disabledReason={did ? undefined : 'Choose a company first'}
          >
            Add
          </Button>
        </>
      }
    >
      <TextField
        label="Find the company"
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
        placeholder={found.length > 0 ? 'Choose one' : 'Search for it first'}
        options={found.map((vasp) => ({ value: vasp.did, label: vasp.name }))}
        value={did}
        onChange={(event) => setDid(event.target.value)}
      />
      <SelectField
        label="Role"
        options={companyRoles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={(event) =>
          setRole(companyRoles.find((one) => one === event.target.value) ?? 'viewer')
        }
      />
      {add.error && <Notice tone="danger">{add.error.message}</Notice>}
    </Dialog>
  )
}
