import { X } from 'lucide-react'
import { t } from '../language.ts'
import { ComboboxField, type ComboboxFieldProps } from './combobox-field.tsx'

/** Props of {@link PickManyField}. */
export interface PickManyFieldProps extends Omit<ComboboxFieldProps, 'value' | 'onChange'> {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** What the chosen ones are, for screen readers: `Countries`. */
  chosenLabel: string
}

/** Several of many: each is found by typing, and stands below with a way to take it off. */
export function PickManyField(props: PickManyFieldProps) {
  const { values, onChange, chosenLabel, ...rest } = props
  const labelOf = (value: string) =>
    rest.options.find((option) => option.value === value)?.label ?? value
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ComboboxField
        {...rest}
        value=""
        options={rest.options.filter((option) => !values.includes(option.value))}
        onChange={(value) => value && onChange([...values, value])}
      />
      {values.length > 0 && (
        <ul aria-label={chosenLabel} className="flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li
              key={value}
              className="inline-flex h-6 items-center rounded-full border border-line bg-panel pl-2.5 text-xs font-medium"
            >
              {labelOf(value)}
              {!rest.disabled && (
                <button
                  type="button"
                  onClick={() => onChange(values.filter((one) => one !== value))}
                  aria-label={t('Remove {name}', { name: labelOf(value) })}
                  className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
                >
                  <X size={12} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
