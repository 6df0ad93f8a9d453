import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'

type AreaProps = Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id'> & {
  mono?: boolean | undefined
}

/** Props of {@link TextArea}; the rest goes to the `textarea`. */
export type TextAreaProps = FieldProps & AreaProps

/** Several lines of text with their label. The control grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, hint, error, optional, className, ...area } = props
  return (
    <Field {...{ label, labelHidden, hint, error, optional, className }}>
      <Area {...area} />
    </Field>
  )
}

function Area({ mono, ...area }: AreaProps) {
  const control = useFieldControl()
  return (
    <textarea
      rows={3}
      {...area}
      {...control}
      className={cx(
        'control field-sizing-content max-h-96 min-h-20 resize-y py-1.5',
        mono && 'font-mono',
      )}
    />
  )
}
