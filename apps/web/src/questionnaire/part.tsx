import {
  type AnswerValue,
  type Column,
  contactLabels,
  type Part,
  rowsOf,
} from '@countersign/contracts/trust'
import { allCountries } from '../jurisdiction/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { type CellProps, TableEditor } from '../ui/table/table-editor.tsx'
import { FilePart } from './file.tsx'

type Fields = Readonly<Record<string, string>>

/** Props of {@link PartControl}. */
export interface PartControlProps {
  part: Part
  value: AnswerValue | undefined
  onChange: (value: AnswerValue) => void
  error: string | undefined
  /** The question itself, where its one part needs no label of its own. */
  name: string | undefined
  /** Parts of a question that may be left out need no mark of their own. */
  optional: boolean
  disabled: boolean
}

const countries = allCountries()

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const textOf = (value: AnswerValue | undefined): string => (typeof value === 'string' ? value : '')
const fieldsOf = (value: AnswerValue | undefined): Fields =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
const textsOf = (value: AnswerValue | undefined): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? one : [])) : []

/** The control that fits a part of an answer. */
export function PartControl(props: PartControlProps) {
  const { part, value, onChange, name, ...rest } = props
  const common = {
    ...rest,
    label: name ?? part.label,
    labelHidden: name !== undefined,
    hint: part.hint,
  }
  const line = {
    ...common,
    value: textOf(value),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (part.type) {
    case 'longtext':
      return <TextArea {...line} maxLength={8_000} />
    case 'texts':
      return (
        <TextArea
          {...common}
          hint={part.hint ?? 'One per line'}
          value={textsOf(value).join('\n')}
          onChange={(event) => onChange(event.target.value.split('\n'))}
        />
      )
    case 'yn':
      return <ChoiceField {...common} options={yesNo} value={textOf(value)} onChange={onChange} />
    case 'select':
      return (
        <SelectField {...line} className="max-w-96" options={part.options} placeholder="Choose" />
      )
    case 'multi':
      return (
        <CheckGroup
          {...common}
          options={part.options}
          values={textsOf(value)}
          onChange={onChange}
        />
      )
    case 'country':
      return (
        <ComboboxField
          {...common}
          className="max-w-96"
          options={countries}
          value={textOf(value)}
          onChange={onChange}
        />
      )
    case 'countries':
      return (
        <PickManyField
          {...common}
          options={countries}
          values={textsOf(value)}
          onChange={onChange}
          placeholder="Add a country"
          chosenLabel={part.label}
        />
      )
    case 'date':
      return <TextField {...line} type="date" className="max-w-48" />
    case 'number':
    case 'percent':
      return (
        <TextField
          {...line}
          inputMode="decimal"
          suffix={part.type === 'percent' ? '%' : part.unit}
          className="max-w-48"
        />
      )
    case 'lei':
      return (
        <TextField
          {...line}
          mono
          maxLength={20}
          spellCheck={false}
          className="max-w-72"
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
      )
    case 'money':
      return <Money {...common} value={fieldsOf(value)} onChange={onChange} />
    case 'file':
      return <FilePart {...common} value={fieldsOf(value)} onChange={onChange} />
    case 'contact':
      return (
        <fieldset className="min-w-0">
          <legend className={name ? 'sr-only' : 'mb-1 text-sm font-medium'}>{common.label}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {part.asks.map((field, at) => (
              <TextField
                key={field}
                label={contactLabels[field]}
                type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
                error={at === 0 ? rest.error : undefined}
                disabled={rest.disabled}
                value={fieldsOf(value)[field] ?? ''}
                onChange={(event) => onChange({ ...fieldsOf(value), [field]: event.target.value })}
              />
            ))}
          </div>
        </fieldset>
      )
    case 'table':
      return (
        <TableEditor
          {...common}
          columns={part.columns.map((column) => ({
            label: column.type === 'percent' ? `${column.label} (%)` : column.label,
            name: column.name,
            optional: column.optional,
            narrow: column.type === 'percent' || column.type === 'number',
            cell: (cell: CellProps) => <Cell column={column} {...cell} />,
          }))}
          rows={rowsOf(value)}
          onChange={onChange}
        />
      )
    case 'url':
      return <TextField {...line} type="url" />
    default:
      return <TextField {...line} maxLength={1_000} />
  }
}

function Cell({ column, value, onChange, label, disabled }: CellProps & { column: Column }) {
  const common = { label, labelHidden: true, disabled }
  if (column.type === 'country')
    return <ComboboxField {...common} options={countries} value={value} onChange={onChange} />
  const line = {
    ...common,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (column.type === 'select')
    return <SelectField {...line} options={column.options ?? []} placeholder="Choose" />
  if (column.type === 'date') return <TextField {...line} type="date" />
  if (column.type === 'percent' || column.type === 'number')
    return <TextField {...line} inputMode="decimal" />
  return <TextField {...line} maxLength={1_000} />
}

interface MoneyProps extends Omit<PartControlProps, 'part' | 'value' | 'name'> {
  labelHidden: boolean
  label: string
  hint: string | undefined
  value: Fields
}

function Money({ value, onChange, ...rest }: MoneyProps) {
  const change = (field: string, text: string) => onChange({ ...value, [field]: text })
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextField
        {...rest}
        inputMode="decimal"
        className="w-44"
        value={value.amount ?? ''}
        onChange={(event) => change('amount', event.target.value)}
      />
      <TextField
        label="Currency"
        labelHidden={rest.labelHidden}
        disabled={rest.disabled}
        maxLength={3}
        spellCheck={false}
        placeholder="EUR"
        className="w-24"
        value={value.currency ?? ''}
        onChange={(event) => change('currency', event.target.value.toUpperCase())}
      />
    </div>
  )
}
