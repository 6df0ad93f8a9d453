import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'

type InputProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'id'>

interface Decoration {
  icon?: LucideIcon | undefined
  /** A unit or a key hint at the end of the control. */
  suffix?: ReactNode
  mono?: boolean | undefined
}

/** Props of {@link TextField}; the rest goes to the input, so `register('name')` fits. */
export type TextFieldProps = FieldProps & InputProps & Decoration

/** One line of text with its label. */
export function TextField(props: TextFieldProps) {
  const { label, labelHidden, hint, error, optional, className, ...input } = props
  return (
    <Field {...{ label, labelHidden, hint, error, optional, className }}>
      <Input {...input} />
    </Field>
  )
}

/** A number with its unit; the browser gives it arrows, limits and the number pad. */
export function NumberField(props: Omit<TextFieldProps, 'type' | 'icon' | 'mono'>) {
  // A wheel over a focused number would change it unseen.
  return <TextField {...props} type="number" onWheel={(event) => event.currentTarget.blur()} />
}

function Input({ icon: Icon, suffix, mono, ...input }: InputProps & Decoration) {
  const control = useFieldControl()
  return (
    <span className="relative flex items-center">
      {Icon && (
        <Icon size={16} className="pointer-events-none absolute left-2.5 text-muted" aria-hidden />
      )}
      <input
        type="text"
        {...input}
        {...control}
        className={cx('control', Icon && 'pl-8', Boolean(suffix) && 'pr-16', mono && 'font-mono')}
      />
      {suffix && <span className="absolute right-2.5 text-xs text-muted">{suffix}</span>}
    </span>
  )
}
