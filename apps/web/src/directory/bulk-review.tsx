import { type ReviewValue, reviewDays, reviewLabels } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, tryEach } from '../api/index.ts'
import { verdictKeys } from '../review/index.ts'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { Named } from './use-ticked.ts'

const verdicts = Object.values(verdictKeys)

/** Props of {@link BulkReview}. */
export interface BulkReviewProps {
  /** DID of the company that decides. */
  company: string
  companies: readonly Named[]
  onClose: () => void
  /** All have the verdict. */
  onDone: () => void
}

/** Gives several companies the same verdict. Those that fail are named, and alone are tried again. */
export function BulkReview({ company, companies, onClose, onDone }: BulkReviewProps) {
  const client = useQueryClient()
  const [left, setLeft] = useState(companies)
  const [value, setValue] = useState<ReviewValue>()
  const [note, setNote] = useState('')
  const count = left.length === 1 ? '1 company' : `${left.length} companies`
  const show = () => {
    const { vasp, counterparty, review, actionItems } = api
    const verdicts = [vasp.list, vasp.get, vasp.facets, counterparty.top]
    return refresh(client, ...verdicts, review.list, review.history, actionItems.list)
  }
  const give = async () => {
    if (!value) return false
    const given: string[] = []
    const { failed, error } = await tryEach(
      left,
      ({ name }) => name,
      async (one) => {
        const body = { reviewedVaspDID: one.did, reviewValue: value, note: note.trim() || null }
        const { id } = await api.review.give({ did: company, body })
        given.push(id)
      },
    )
    await show()
    if (given.length > 0)
      toasts.success(
        given.length === 1 ? '1 verdict recorded' : `${given.length} verdicts recorded`,
        {
          label: 'Undo',
          run: async () => {
            const undone = await tryEach(
              given,
              (id) => id,
              (reviewId) => api.review.undo({ did: company, reviewId }),
            )
            if (undone.failed.length > 0) toasts.error(undone.error)
            await show()
          },
        },
      )
    setLeft(failed)
    if (failed.length > 0) throw error
    onDone()
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={`Review ${count}`}
      description={left.map(({ name }) => name).join(', ')}
      submit={`Record for ${count}`}
      disabledReason={value ? undefined : 'Choose a verdict first'}
      onSubmit={give}
    >
      <ChoiceField
        label="Verdict"
        options={verdicts.map((one) => ({ value: one, label: reviewLabels[one] }))}
        value={value ?? ''}
        hint={value && `Due for review again after ${reviewDays[value]} days`}
        onChange={(next) => setValue(verdicts.find((one) => one === next))}
      />
      <TextArea
        label="Note"
        optional
        hint="The same for each company."
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
