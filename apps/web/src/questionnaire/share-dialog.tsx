import { approvalDays, questionnaireType } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { dayAfter, endOfDay } from '../document/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

interface Props {
  did: string
  /** Companies that have access, and the own one. */
  without: readonly string[]
  onClose: () => void
}

/** Gives a company access to the questionnaire without being asked. */
export function ShareDialog({ did, without, onClose }: Props) {
  const [company, setCompany] = useState('')
  const [until, setUntil] = useState(dayAfter(approvalDays))
  const client = useQueryClient()
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Share your questionnaire"
      description="The company reads your latest submitted version with its annexes. Its admins are notified by email."
      submit="Share"
      disabledReason={company ? undefined : 'Choose a company first'}
      onSubmit={async () => {
        await api.documentRequest.act({
          did,
          query: {
            requestingVASPdid: company,
            documentType: questionnaireType,
            accessAction: 'SHARE',
            expiresAt: endOfDay(until),
          },
        })
        await refresh(client, api.documentRequest.list)
        toasts.success('Questionnaire shared')
      }}
    >
      <CompanyPicker label="Company" value={company} onChange={setCompany} without={without} />
      <TextField
        label="Access until"
        type="date"
        className="max-w-48"
        min={dayAfter(1)}
        max={dayAfter(365)}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
    </FormDialog>
  )
}
