import { Profile } from '@countersign/contracts/trust'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'

type Errors = Readonly<Record<string, string>>

/** What is wrong with these fields of a profile; empty ones are passed over. */
export function wrongIn(fields: Readonly<Record<string, string>>): Errors {
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))
  const checked = z.safeParse(Profile, given)
  return Object.fromEntries(
    checked.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? [],
  )
}

type BarProps = { onBack: (() => void) | undefined; children: ReactNode }

/** The way back and the way on, at the end of every step. */
export const StepBar = ({ onBack, children }: BarProps) => (
  <div data-print="hide" className="flex flex-wrap items-center justify-between gap-2">
    {onBack ? (
      <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
        Back
      </Button>
    ) : (
      <span />
    )}
    {children}
  </div>
)

/** The button that goes on. */
export const NextButton = (props: { onNext: () => void; label?: string }) => (
  <Button variant="primary" onClick={props.onNext}>
    {props.label ?? 'Next'}
  </Button>
)

type FormProps = {
  label: string
  check: () => Errors
  onNext: () => void
  onBack: (() => void) | undefined
  children: (errors: Errors) => ReactNode
  /** What stands below the fields, with forms of its own. */
  below?: (errors: Errors) => ReactNode
}

/** A step that goes on when its fields are right; else the first wrong one takes focus. */
export function StepForm({ label, check, onNext, onBack, children, below }: FormProps) {
  const id = useId()
  const [errors, setErrors] = useState<Errors>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = check()
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first === undefined) onNext()
    else document.querySelector<HTMLElement>(`main [name="${first}"]`)?.focus()
  }
  return (
    <>
      <form id={id} onSubmit={submit} noValidate aria-label={label}>
        <Panel>
          <div className="flex flex-col gap-4">{children(errors)}</div>
        </Panel>
      </form>
      {below?.(errors)}
      <StepBar onBack={onBack}>
        <Button type="submit" form={id} variant="primary">
          Next
        </Button>
      </StepBar>
    </>
  )
}
