import { type OpenReason, openReasons } from '@countersign/contracts/transactions'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
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
  const [format, setFormat] = useState('CSV')
  const [zone, setZone] = useState(local)
  const [isPersonal, setPersonal] = useState(false)
  const [code, setCode] = useState('')
  const [comment, setComment] = useState('')
  const create = useChange((body: Body) => api.exportRequests.create({ body }), {
    invalidates: [api.exportRequests.list],
    says: 'Export started',
    showsFailure: true,
  })
  const submit = async () => {
    await create.mutateAsync({
      vaspDID: company,
      filter,
      format: format === 'JSONL' ? 'JSONL' : 'CSV',
      zone,
      includePersonalData: isPersonal,
      ...(isPersonal &&
        isReason(code) && {
          reason: { code, ...(comment.trim() && { comment: comment.trim() }) },
        }),
    })
    void navigate({ to: '/transactions/exports' })
  }
  return (
    <FormDialog
      title="Export transfers"
      description="All transfers that match what the list shows now, as a file. It is made in the background."
      submit="Start export"
      disabledReason={isPersonal && code === '' ? 'Choose a reason' : undefined}
      onOpenChange={(open) => open || onClose()}
      onSubmit={submit}
    >
      <SelectField
        label="Format"
        value={format}
        options={[
          { value: 'CSV', label: 'CSV, for spreadsheets' },
          { value: 'JSONL', label: 'JSON Lines, for programs' },
        ]}
        onChange={({ target }) => setFormat(target.value)}
      />
      {format === 'CSV' && (
        <SelectField
          label="Times in"
          value={zone}
          options={[...new Set([local, 'UTC'])].map((value) => ({ value, label: value }))}
          onChange={({ target }) => setZone(target.value)}
        />
      )}
      {mayOpen && (
        <Checkbox
          label="Include personal data"
          hint="Opening it is recorded for each transfer, and the company that supplied it is told."
          checked={isPersonal}
          onChange={({ target }) => setPersonal(target.checked)}
        />
      )}
      {isPersonal && (
        <>
          <SelectField
            label="Reason"
            value={code}
            placeholder="Choose a reason"
            options={openReasons.map((value) => ({ value, label: openReasonWords[value] }))}
            onChange={({ target }) => setCode(target.value)}
          />
          <TextArea
            label="Comment"
            optional
            value={comment}
            maxLength={500}
            onChange={({ target }) => setComment(target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
