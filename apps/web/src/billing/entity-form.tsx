import { type BillingEntity, BillingEntityIn } from '@countersign/contracts/billing'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { allCountries } from '../jurisdiction/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** What can be filled in, in its order. */
const fields = [
  ['legal_name', 'Legal name', 200],
  ['email', 'Email for invoices', 254],
  ['contact_name', 'Contact', 200],
  ['phone', 'Phone', 40],
  ['line1', 'Address', 200],
  ['line2', 'Address, second line', 200],
  ['postal_code', 'Postal code', 20],
  ['city', 'City', 100],
  ['region', 'Region', 100],
  ['country', 'Country', 2],
  ['tax_type', 'Type of tax ID', 25],
  ['tax_value', 'Tax ID', 40],
  ['purchase_order', 'Purchase order', 100],
] as const
type Field = (typeof fields)[number][0]
type Values = Readonly<Record<Field, string>>

/** Where the request has the fields that are named otherwise. */
const places = {
  line1: 'address.line1',
  line2: 'address.line2',
  postal_code: 'address.postal_code',
  city: 'address.city',
  region: 'address.region',
  country: 'address.country',
  tax_type: 'tax_id.type',
  tax_value: 'tax_id.value',
}

const countries = allCountries()

const valuesOf = ({ address, tax_id: tax, ...entity }: BillingEntity): Values => ({
  legal_name: entity.legal_name,
  email: entity.email ?? '',
  contact_name: entity.contact_name ?? '',
  phone: entity.phone ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postal_code: address?.postal_code ?? '',
  city: address?.city ?? '',
  region: address?.region ?? '',
  country: address?.country ?? '',
  tax_type: tax?.type ?? '',
  tax_value: tax?.value ?? '',
  purchase_order: entity.purchase_order ?? '',
})

/** What is sent: what was left empty is not there. */
function entered(values: Values): BillingEntityIn {
  const text = (field: Field) => values[field] || null
  const address = {
    line1: text('line1'),
    line2: text('line2'),
    postal_code: text('postal_code'),
    city: text('city'),
    region: text('region'),
    country: text('country'),
  }
  const value = text('tax_value')
  return {
    legal_name: values.legal_name,
    email: text('email'),
    contact_name: text('contact_name'),
    phone: text('phone'),
    address: Object.values(address).some(Boolean) ? address : null,
    tax_id: value === null ? null : { type: text('tax_type') ?? '', value },
    purchase_order: text('purchase_order'),
  }
}

/** Changes who is billed. */
export function EntityForm({ entity, onClose }: { entity: BillingEntity; onClose: () => void }) {
  const form = useContractForm(BillingEntityIn, {
    defaults: valuesOf(entity),
    places,
    body: entered,
    send: (body) => api.subscription.setEntity({ vaspId: entity.vasp_did, body }),
    invalidates: [api.subscription.entity],
    says: 'Billing details saved',
  })
  const { values } = form
  const missing = values.legal_name
    ? values.tax_value && !values.tax_type
      ? 'Enter the type of tax ID'
      : undefined
    : 'Enter the legal name'
  return (
    <FormDialog
      onOpenChange={(next) => next || onClose()}
      title="Edit billing details"
      submit="Save"
      disabledReason={missing}
      onSubmit={form.submit}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(([name, label, max]) =>
          name === 'country' ? (
            <SelectField
              key={name}
              label={label}
              options={[{ value: '', label: 'Not given' }, ...countries]}
              {...form.field(name)}
            />
          ) : (
            <TextField
              key={name}
              label={label}
              hint={name === 'tax_type' ? 'For example eu_vat' : undefined}
              type={name === 'email' ? 'email' : 'text'}
              maxLength={max}
              {...form.field(name)}
            />
          ),
        )}
      </div>
    </FormDialog>
  )
}
