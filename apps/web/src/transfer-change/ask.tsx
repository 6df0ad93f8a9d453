import { RequirementItem } from '@countersign/contracts/trust'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ChangeProps } from './changes.tsx'
import { itemWords } from './requested.tsx'

const times = [
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '120', label: '5 days' },
  { value: '240', label: '10 days' },
]

/** Asks the originator's company for data that is missing. */
export function AskForData({ transfer, company, onClose, onDone }: ChangeProps) {
  const items = RequirementItem.options.filter((item) => !transfer.fields.includes(item))
  const isDeposit = transfer.status === 'INCOMPLETE'
  const [fields, setFields] = useState<readonly string[]>(
    isDeposit ? ['originator.NAME', 'originator.ACCOUNT', 'beneficiary.NAME'] : [],
  )
  const [hours, setHours] = useState('120')
  const [comment, setComment] = useState('')
  return (
    <FormDialog
      title="Ask for data"
      description="The request appears in the inbox of the originator’s company. The transfer waits for its answer."
      submit="Ask for data"
      disabledReason={fields.length > 0 ? undefined : 'Choose what you need'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={async () => {
        await api.tx.requestData({
          body: {
            vaspDID: company,
            id: transfer.id,
            version: transfer.version,
            fields: RequirementItem.options.filter((item) => fields.includes(item)),
            dueInHours: Number(hours),
            ...(comment.trim() && { comment: comment.trim() }),
          },
        })
        toasts.success('Data requested')
        await onDone()
      }}
    >
      <CheckGroup
        label="What you need"
        options={items.map((value) => ({ value, label: itemWords(value) }))}
        values={fields}
        onChange={setFields}
      />
      <SelectField
        label="Time to answer"
        value={hours}
        options={times}
        onChange={({ target }) => setHours(target.value)}
      />
      <TextArea
        label="Comment"
        optional
        maxLength={500}
        value={comment}
        hint="Don’t enter personal data."
        onChange={({ target }) => setComment(target.value)}
      />
    </FormDialog>
  )
}
