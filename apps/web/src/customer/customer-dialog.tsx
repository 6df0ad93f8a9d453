import { useState } from 'react'
import { nobody, PartyFields, personOf } from '../party/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** What was entered about a customer. */
export interface Entered {
  readonly customerRef: string
  readonly ivms101: object
  readonly tags: readonly string[]
}

/** Enters a customer's data, or replaces it: what was sealed is not shown. */
export function CustomerDialog({
  title,
  submit,
  known,
  onClose,
  onSave,
}: {
  title: string
  submit: string
  /** A customer that is registered: the reference stays. */
  known?: { readonly customerRef: string; readonly tags: readonly string[] }
  onClose: () => void
  onSave: (entered: Entered) => Promise<unknown>
}) {
  const [customerRef, setCustomerRef] = useState(known?.customerRef ?? '')
  const [tags, setTags] = useState(known?.tags.join(', ') ?? '')
  const [party, setParty] = useState(nobody)
  const person = personOf(party)
  const isMissing = !customerRef.trim() || !person
  return (
    <FormDialog
      title={title}
      description={known ? 'What you enter replaces everything known of this customer.' : undefined}
      submit={submit}
      disabledReason={isMissing ? 'Fill in the reference and the name' : undefined}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={async () => {
        if (!person) return
        await onSave({
          customerRef: customerRef.trim(),
          ivms101: person,
          tags: tags
            .split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
        })
      }}
    >
      {!known && (
        <TextField
          label="Reference"
          hint="Your own, never a name"
          mono
          maxLength={64}
          value={customerRef}
          onChange={({ target }) => setCustomerRef(target.value)}
        />
      )}
      <TextField
        label="Tags, with commas"
        optional
        hint="Rules can ask for them"
        maxLength={400}
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
      <PartyFields
        title="Customer"
        party={party}
        full
        onChange={(changes) => setParty({ ...party, ...changes })}
      />
    </FormDialog>
  )
}
