import { AddressIn, type AddressOwnership } from '@countersign/contracts/transactions'
import { type ComponentProps, useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

interface DialogProps {
  company: string
  onClose: () => void
}

type TextProps = Partial<ComponentProps<typeof TextField>>
type Field = 'address' | 'network' | 'tag'

/** What is typed about an address. */
const AddressFields = ({ field }: { field: (name: Field) => TextProps }) => (
  <>
    <TextField label="Address" mono maxLength={200} {...field('address')} />
    <TextField
      label="Network"
      hint="For example ethereum, bitcoin or xrpl"
      maxLength={80}
      {...field('network')}
    />
    <TextField label="Tag or memo" optional maxLength={128} {...field('tag')} />
  </>
)

const nothing = { address: '', network: 'ethereum', tag: '' }
const missingOf = ({ address, network }: typeof nothing) =>
  address.trim() && network.trim() ? undefined : 'Fill in address and network'

/** Registers an address as that of a customer. */
export function Register({ company, onClose }: DialogProps) {
  const form = useContractForm(AddressIn, {
    defaults: { address: '', network: 'ethereum', tag: '', customerRef: '' },
    body: ({ address, network, tag, customerRef }) => ({
      vaspDID: company,
      address,
      network,
      customerRef,
      ...(tag && { tag }),
    }),
    send: (body) => api.address.registerCustomer({ body }),
    invalidates: [api.address.list],
    says: (_, { customerRef }) => `Registered for ${customerRef}`,
  })
  return (
    <FormDialog
      title="Register address"
      submit="Register"
      disabledReason={
        missingOf(form.values) ?? (form.values.customerRef ? undefined : 'Fill in the customer')
      }
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={form.submit}
    >
      <AddressFields field={form.field} />
      <TextField
        label="Customer"
        hint="Your own reference, never a name"
        maxLength={64}
        {...form.field('customerRef')}
      />
    </FormDialog>
  )
}

function answerOf({ owner_vasp_did: owner, address_type: type, hint }: AddressOwnership): string {
  if (type === 'UNHOSTED') return 'A self-hosted wallet.'
  if (owner !== null) return `Held by ${owner}.`
  return hint
    ? 'Not found on this network. You have this address on another network or with another tag.'
    : 'None of the companies you can ask holds this address.'
}

/** Asks whose an address is. */
export function LookUp({ company, onClose }: DialogProps) {
  const [typed, setTyped] = useState(nothing)
  const [answer, setAnswer] = useState<AddressOwnership>()
  const field = (name: Field) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <FormDialog
      title="Look up an address"
      description="Only companies that disclose their addresses to you are asked."
      submit="Look up"
      disabledReason={missingOf(typed)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        setAnswer(undefined)
        const tag = typed.tag.trim()
        const given = { network: typed.network.trim(), ...(tag && { tag }) }
        const query = { vasp_did: company, ...given }
        setAnswer(await api.address.owner({ address: typed.address.trim(), query }))
        return false
      }}
    >
      <AddressFields field={field} />
      <p role="status" className="text-sm wrap-anywhere">
        {answer && (answer.owner_vasp_did === company ? 'It’s yours.' : answerOf(answer))}
      </p>
    </FormDialog>
  )
}

/** Takes an address out of the book. */
export function Remove({ company, onClose }: DialogProps) {
  const [typed, setAddress] = useState('')
  const addresses = typed.trim()
  const remove = useChange(() => api.address.remove({ query: { vasp_did: company, addresses } }), {
    invalidates: [api.address.list],
    says: ({ removed }) => (removed === 0 ? 'That address wasn’t in the book' : 'Removed'),
    showsFailure: true,
  })
  return (
    <FormDialog
      title="Remove an address"
      description="It’s removed from every network, with all its tags."
      submit="Remove"
      danger
      disabledReason={addresses ? undefined : 'Fill in the address'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={() => remove.mutateAsync()}
    >
      <TextField
        label="Address"
        mono
        maxLength={200}
        value={typed}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  )
}
