import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldNotes } from './field.tsx'

/** Props of {@link Checkbox}; the rest goes to the input, so `register('name')` fits. */
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: ReactNode
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: ReactNode
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean | undefined
}

/** A native tick box with its label. */
export function Checkbox(props: CheckboxProps) {
  const { label, labelHidden, hint, error, indeterminate, className, ref, ...input } = props
  const id = useId()
  const Icon = indeterminate ? Minus : Check
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label className="inline-flex min-h-6 w-fit min-w-6 items-center gap-2 text-sm">
        <span className="relative grid size-4 shrink-0 place-items-center">
          <input
            type="checkbox"
            {...input}
            ref={(element) => {
              if (element) element.indeterminate = Boolean(indeterminate)
              if (typeof ref === 'function') return ref(element)
              if (ref) ref.current = element
            }}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            // The box itself is drawn by its neighbour; this is the 24 px that take the pointer.
            className="peer absolute -inset-1 size-6 appearance-none rounded-control"
          />
          <span aria-hidden className="tick size-4 rounded-sm" />
          <Icon
            size={12}
            aria-hidden
            className="pointer-events-none absolute hidden stroke-[3px] text-on-accent peer-checked:block peer-indeterminate:block peer-disabled:text-panel"
          />
        </span>
        <span className={labelHidden ? 'sr-only' : ''}>{label}</span>
      </label>
      {described && (
        <div className="pl-6">
          <FieldNotes id={id} hint={hint} error={error} />
        </div>
      )}
    </div>
  )
}
