import { reasons, reasonsFor } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { countryCodes, countryName } from '../jurisdiction/index.ts'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { choices, type Filter, statusChoices, turnNames } from './filter.ts'
import { typeWords } from './type-words.ts'

const why = [
  ...new Set([...reasonsFor('decline'), ...reasonsFor('reject'), ...reasonsFor('cancel')]),
]
const amount = /^((0|[1-9][0-9]{0,13})(\.[0-9]{1,4})?)?$/

/** Narrows the list of transfers further. */
export function FilterDialog(props: {
  filter: Filter
  onClose: () => void
  onApply: (filter: Filter) => void
}) {
  const [filter, setFilter] = useState(props.filter)
  const field = (name: keyof Filter) => ({
    value: filter[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setFilter({ ...filter, [name]: target.value }),
  })
  const { minValue = '', maxValue = '', start, end } = filter
  const isWrong = !amount.test(minValue) || !amount.test(maxValue)
  return (
    <FormDialog
      title="Filter transfers"
      submit="Apply filters"
      disabledReason={
        isWrong
          ? 'Enter amounts such as 10000'
          : start && end && end < start
            ? 'The last day is before the first'
            : undefined
      }
      onOpenChange={(open) => open || props.onClose()}
      onSubmit={() => props.onApply(filter)}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField label="Status" options={statusChoices} {...field('status')} />
        <SelectField label="Type" options={choices(typeWords)} {...field('transactionType')} />
        <TextField label="Asset" placeholder="ETH" maxLength={40} {...field('transactionAsset')} />
        <ComboboxField
          label="Counterparty’s country"
          placeholder="Any"
          options={countryCodes.map((value) => ({ value, label: countryName(value) }))}
          value={filter.jurisdictions ?? ''}
          onChange={(jurisdictions) => setFilter({ ...filter, jurisdictions })}
        />
        <SelectField label="Waits for" options={choices(turnNames)} {...field('waitsFor')} />
        <SelectField
          label="On hold"
          options={choices({ true: 'Yes', false: 'No' })}
          {...field('held')}
        />
        <TextField label="Value from" inputMode="decimal" maxLength={20} {...field('minValue')} />
        <TextField label="Value up to" inputMode="decimal" maxLength={20} {...field('maxValue')} />
        <TextField label="From" type="date" {...field('start')} />
        <TextField label="To" type="date" {...field('end')} />
        <SelectField
          label="Days of"
          options={[
            { value: '', label: 'Creation' },
            { value: 'updatedAt', label: 'Last change' },
          ]}
          {...field('dateField')}
        />
        <SelectField
          label="Transaction hash"
          options={choices({ true: 'Known', false: 'Not known' })}
          {...field('hasHash')}
        />
        <SelectField
          label="Reason"
          options={choices(Object.fromEntries(why.map((code) => [code, reasons[code].label])))}
          {...field('reason')}
        />
      </div>
    </FormDialog>
  )
}
