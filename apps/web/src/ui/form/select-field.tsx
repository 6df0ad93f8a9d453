import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldProps, useFieldControl } from './field.tsx'

/** One choice of a {@link SelectField}. */
export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

type ListProps = Omit<
  ComponentProps<'select'>,
  keyof FieldProps | 'id' | 'children' | 'multiple'
> & {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; it cannot be chosen again. */
  placeholder?: string | undefined
}

/** Props of {@link SelectField}; the rest goes to the `select`, so `register('name')` fits. */
export type SelectFieldProps = FieldProps & ListProps

/** One of a few choices. For more than about fifteen take the combobox. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, hint, error, optional, className, ...list } = props
  return (
    <Field {...{ label, labelHidden, hint, error, optional, className }}>
      <List {...list} />
    </Field>
  )
}

function List({ options, placeholder, ...select }: ListProps) {
  const control = useFieldControl()
  return (
    <span className="relative flex items-center">
      <select {...select} {...control} className="control pr-8">
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute right-2.5" aria-hidden />
    </span>
  )
}
