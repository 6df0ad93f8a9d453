import { CustomerChange, CustomerIn } from '@countersign/contracts/transactions'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { nobody, PartyFields, personOf } from '../party/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

interface DialogProps {
  company: string
  onClose: () => void
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/** Enters a new customer's data, and shows the customer. */
export function RegisterCustomer({ company, onClose }: DialogProps) {
  const navigate = useNavigate()
  const form = useContractForm(CustomerIn, {
    defaults: { customerRef: '', tags: '', ivms101: nobody },
    body: ({ customerRef, tags, ivms101 }) => ({
      vaspDID: company,
      customerRef,
      ivms101: { ...personOf(ivms101) },
      tags: tagsIn(tags),
    }),
    send: (body) => api.customers.create({ body }),
    invalidates: [api.customers.list],
    onSuccess: (_, { customerRef }) =>
      navigate({ to: '/company/customers/$ref', params: { ref: customerRef } }),
  })
  const { customerRef, ivms101 } = form.values
  return (
    <FormDialog
      title="Register customer"
      submit="Register"
      disabledReason={
        customerRef && personOf(ivms101) ? undefined : 'Fill in the reference and the name'
      }
      onOpenChange={(open) => !open && onClose()}
      onSubmit={form.submit}
    >
      <TextField
        label="Reference"
        hint="Your own reference, never a name"
        mono
        maxLength={64}
        {...form.field('customerRef')}
      />
      <AboutCustomer
        tags={form.field('tags')}
        person={ivms101}
        onPerson={(person) => form.set('ivms101', person)}
      />
    </FormDialog>
  )
}

interface ReplaceProps extends DialogProps {
  customer: { customerRef: string; version: number; tags: readonly string[] }
}

/** Replaces the data of a customer: what was sealed is not shown. */
export function ReplaceCustomer({ company, customer, onClose }: ReplaceProps) {
  const { customerRef: ref, version } = customer
  const form = useContractForm(CustomerChange, {
    defaults: { tags: customer.tags.join(', '), ivms101: nobody },
    body: ({ tags, ivms101 }) => ({
      vaspDID: company,
      version,
      ivms101: { ...personOf(ivms101) },
      tags: tagsIn(tags),
    }),
    send: (body) => api.customers.update({ ref, body }),
    invalidates: [api.customers.get, api.customers.list],
    says: 'Replaced',
  })
  const { ivms101 } = form.values
  return (
    <FormDialog
      title={`Replace the data of ${ref}`}
      description="What you enter replaces everything on record about this customer."
      submit="Replace"
      disabledReason={personOf(ivms101) ? undefined : 'Fill in the name'}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={form.submit}
    >
      <AboutCustomer
        tags={form.field('tags')}
        person={ivms101}
        onPerson={(person) => form.set('ivms101', person)}
      />
    </FormDialog>
  )
}

interface AboutProps {
  tags: object
  person: typeof nobody
  onPerson: (person: typeof nobody) => void
}

const AboutCustomer = ({ tags, person, onPerson }: AboutProps) => (
  <>
    <TextField
      label="Tags, separated by commas"
      optional
      hint="Rules can check them"
      maxLength={400}
      {...tags}
    />
    <PartyFields
      title="Customer"
      party={person}
      full
      onChange={(changes) => onPerson({ ...person, ...changes })}
    />
  </>
)
