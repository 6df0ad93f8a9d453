import { exportRequests, type OpenReason, openReasons } from '@countersign/contracts/transactions'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { useCan } from '../session/index.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { openReasonWords } from './words.tsx'

type Body = Parameters<typeof api.exportRequests.create>[0]['body']

type Props = { company: string; filter: NonNullable<Body['filter']>; onClose: () => void }

const isReason = (text: string): text is OpenReason => openReasons.some((one) => one === text)

/** Asks for a file of the transfers that a filter leaves. */
export function ExportDialog({ company, filter, onClose }: Props) {
  const navigate = useNavigate()
  const { allowed: mayOpen } = useCan(api.exportRequests.agree)
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useContractForm(exportRequests.create.body, {
    defaults: {
      format: 'CSV' as 'CSV' | 'JSONL',
      zone: local,
      includePersonalData: false,
      code: '',
      comment: '',
    },
    places: { code: 'reason.code', comment: 'reason.comment' },
    body: ({ code, comment, ...values }) => ({
      vaspDID: company,
      filter,
      ...values,
      ...(values.includePersonalData &&
        isReason(code) && { reason: { code, ...(comment && { comment }) } }),
    }),
    send: (body) => api.exportRequests.create({ body }),
    invalidates: [api.exportRequests.list],
    says: 'Export started',
    onSuccess: () => void navigate({ to: '/transactions/exports' }),
  })
  const { format, includePersonalData: isPersonal, code } = form.values
  return (
    <FormDialog
      title="Export transfers"
      description="All transfers that match the current list, as a file. It’s prepared in the background."
      submit="Start export"
      disabledReason={isPersonal && code === '' ? 'Choose a reason' : undefined}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <SelectField
        label="Format"
        {...form.field('format')}
        options={[
          { value: 'CSV', label: 'CSV, for spreadsheets' },
          { value: 'JSONL', label: 'JSON Lines, for programs' },
        ]}
      />
      {format === 'CSV' && (
        <SelectField
          label="Times in"
          {...form.field('zone')}
          options={[...new Set([local, 'UTC'])].map((value) => ({ value, label: value }))}
        />
      )}
      {mayOpen && (
        <Checkbox
          label="Include personal data"
          hint="Opening it is recorded for each transfer, and the company that supplied it is told."
          {...form.field('includePersonalData')}
        />
      )}
      {isPersonal && (
        <>
          <SelectField
            label="Reason"
            {...form.field('code')}
            placeholder="Choose a reason"
            options={openReasons.map((value) => ({ value, label: openReasonWords[value] }))}
          />
          <TextArea label="Comment" optional {...form.field('comment')} maxLength={500} />
        </>
      )}
    </FormDialog>
  )
}
