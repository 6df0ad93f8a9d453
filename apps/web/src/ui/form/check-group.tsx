import { useId } from 'react'
import { cx } from '../cx.ts'
import { Checkbox } from './checkbox.tsx'
import { FieldNotes, type FieldProps } from './field.tsx'

/** Props of {@link CheckGroup}. */
export interface CheckGroupProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
  disabled?: boolean | undefined
}

/** Several of a few, all in sight. */
export function CheckGroup(props: CheckGroupProps) {
  const { label, labelHidden, hint, error, optional, className, options, values } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  // The order is that of the list, whatever was ticked first.
  const toggle = (value: string) =>
    props.onChange(
      options
        .filter((one) =>
          one.value === value ? !values.includes(value) : values.includes(one.value),
        )
        .map((one) => one.value),
    )
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col gap-1', className)}
      aria-describedby={described || undefined}
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={values.includes(option.value)}
            disabled={props.disabled}
            onChange={() => toggle(option.value)}
          />
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
