import { useId } from 'react'
import { cx } from '../cx.ts'
import { FieldNotes, type FieldProps } from './field.tsx'

/** Props of {@link ChoiceField}. */
export interface ChoiceFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  /** The chosen value, or '' when none is chosen. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean | undefined
}

/** One of two or three, all in sight: yes and no. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, labelHidden, hint, error, optional, className, options, value, onChange } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col gap-1', className)}
      aria-describedby={described || undefined}
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative inline-flex min-h-control min-w-16 items-center gap-2 rounded-control border border-control px-3 text-sm',
              'cursor-pointer select-none hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-disabled:cursor-default has-disabled:text-muted pointer-coarse:min-h-10',
              Boolean(error) && 'border-danger',
            )}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={props.disabled}
              onChange={() => onChange(option.value)}
              className="size-4 accent-(--accent) outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
