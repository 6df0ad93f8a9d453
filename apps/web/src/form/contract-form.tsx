import type { ComponentProps } from 'react'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { ContractFormState } from './use-contract-form.ts'

interface NotesProps {
  form: ContractFormState
  /** What did not happen, where it fails. */
  failed?: string | undefined
}

/** What was typed before the session ended, and why nothing was saved. */
export function FormNotes({ form, failed = 'Not saved' }: NotesProps) {
  return (
    <>
      <DraftOffer draft={form.draft} />
      <Failure error={form.failure} title={failed} />
      {form.isConflict && (
        <p className="text-sm text-muted">
          Fields that you haven’t changed show the latest values. Save again to keep yours.
        </p>
      )}
    </>
  )
}

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: ContractFormState
}

/** A form on a page, with {@link FormNotes} inside. It asks before text is lost. */
export function ContractForm({ form, children, ...rest }: Props) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.isPending) return
        const place = event.currentTarget
        // What is refused stands at a field, which has the focus, or at the beginning: long forms end far from it.
        form.submit().catch(() => {
          if (!document.activeElement?.matches('input, select, textarea')) place.scrollIntoView()
        })
      }}
    >
      {children}
      <LeaveGuard isUnsaved={form.isUnsaved} />
    </form>
  )
}
