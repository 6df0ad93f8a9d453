import { TransferChange } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import type { ChangeProps } from './changes.tsx'

/** The limits of the API. */
const most = { tags: 20, characters: 40 }

const tagsIn = (text: string) =>
  [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)

/** Tags of the company's own, by which its lists are filtered. */
export function Tags({ transfer, company, onClose, onDone }: ChangeProps) {
  const { id, version } = transfer
  const form = useContractForm(TransferChange, {
    defaults: { tags: transfer.tags.join(', ') },
    body: (values) => ({ vaspDID: company, id, version, tags: tagsIn(values.tags) }),
    send: (body) => api.tx.update({ body }),
    says: 'Tags saved',
    onSuccess: onDone,
  })
  const tags = tagsIn(form.values.tags)
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
      onSubmit={form.submit}
    >
      <TextField
        label="Tags, separated by commas"
        optional
        maxLength={most.tags * (most.characters + 2)}
        {...form.field('tags')}
      />
    </FormDialog>
  )
}
