import { useState } from 'react'
import { api } from '../api/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ChangeProps } from './changes.tsx'

/** The limits of the API. */
const most = { tags: 20, characters: 40 }

/** Tags of the company's own, by which its lists are filtered. */
export function Tags({ transfer, company, onClose, onDone }: ChangeProps) {
  const [text, setText] = useState(transfer.tags.join(', '))
  const tags = [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
  const isTooLong = tags.some((tag) => tag.length > most.characters)
  return (
    <FormDialog
      title="Edit tags"
      description="Only your company sees them."
      submit="Save tags"
      disabledReason={
        isTooLong
          ? `A tag has at most ${most.characters} characters`
          : tags.length > most.tags
            ? `A transfer has at most ${most.tags} tags`
            : undefined
      }
      onOpenChange={(open) => open || onClose()}
      onSubmit={async () => {
        const { id, version } = transfer
        await api.tx.update({ body: { vaspDID: company, id, version, tags } })
        toasts.success('Tags saved')
        await onDone()
      }}
    >
      <TextField
        label="Tags, with commas"
        optional
        maxLength={most.tags * (most.characters + 2)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
