import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language.ts'

/** What every field has: its words and what is wrong with its value. */
export interface FieldProps {
  label: ReactNode
  /** Keeps the label for screen readers only, as in a tool bar. */
  labelHidden?: boolean | undefined
  hint?: ReactNode
  /** What is wrong and what to do; nothing when the value is fine. */
  error?: ReactNode
  /** Says "optional" beside the label. Required fields are the rule and carry no mark. */
  optional?: boolean | undefined
  className?: string | undefined
}

interface Control {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const ControlContext = createContext<Control>({
  id: '',
  'aria-describedby': undefined,
  'aria-invalid': undefined,
})

/** The attributes that tie a control to its label, hint and error. */
export function useFieldControl(): Control {
  return useContext(ControlContext)
}

/** Label, hint and error around one control, which takes them by {@link useFieldControl}. */
export function Field(props: FieldProps & { children: ReactNode }) {
  const { label, labelHidden, hint, error, optional, className, children } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control: Control = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        id={`${id}-label`}
        className={labelHidden ? 'sr-only' : 'text-sm font-medium'}
      >
        {label}
        {optional && <span className="font-normal text-muted"> {t('(optional)')}</span>}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** The hint and error under a control, with the ids that {@link Field} describes it by. */
export function FieldNotes({
  id,
  hint,
  error,
}: {
  id: string
  hint?: ReactNode
  error?: ReactNode
}) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-danger">
          <CircleAlert size={12} className="mt-0.5" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </>
  )
}
