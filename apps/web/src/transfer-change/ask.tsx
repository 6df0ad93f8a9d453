import { DataRequestIn } from '@countersign/contracts/transactions'
import { RequirementItem } from '@countersign/contracts/trust'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
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
  const { id, version } = transfer
  const form = useContractForm(DataRequestIn, {
    defaults: {
      fields: isDeposit ? ['originator.NAME', 'originator.ACCOUNT', 'beneficiary.NAME'] : [],
      dueInHours: '120',
      comment: '',
    },
    body: ({ fields, dueInHours, comment }) => ({
      vaspDID: company,
      id,
      version,
      fields: RequirementItem.options.filter((item) => fields.includes(item)),
      dueInHours: Number(dueInHours),
      ...(comment && { comment }),
    }),
    send: (body) => api.tx.requestData({ body }),
    says: 'Data requested',
    onSuccess: onDone,
  })
  const { fields } = form.values
  return (
    <FormDialog
      title="Request data"
      description="The request appears in the inbox of the originator’s company. The transfer waits for its answer."
      submit="Request data"
      disabledReason={fields.length > 0 ? undefined : 'Choose what you need'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <CheckGroup
        label="What you need"
        options={items.map((value) => ({ value, label: itemWords(value) }))}
        values={fields}
        error={form.errorOf('fields')}
        onChange={(next) => form.set('fields', next)}
      />
      <SelectField label="Time to answer" options={times} {...form.field('dueInHours')} />
      <TextArea
        label="Comment"
        optional
        maxLength={500}
        hint="Don’t enter personal data."
        {...form.field('comment')}
      />
    </FormDialog>
  )
}
