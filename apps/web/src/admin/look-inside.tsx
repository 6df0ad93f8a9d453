import { reasonLength } from '@countersign/contracts/identity'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { tellLook } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Props of {@link LookInside}. */
export interface LookInsideProps {
  did: string
  name: string
  enabled: boolean
}

/** Opens a company as its viewers see it, once the operator has given a reason. */
export function LookInside({ did, name, enabled }: LookInsideProps) {
  const [reason, setReason] = useState('')
  if (!enabled)
    return (
      <Button icon={Eye} disabledReason="The company is disabled, so its members see nothing">
        View as member{' '}
      </Button>
    )
  const begin = async () => {
    await api.auth.startObserving({ body: { vaspDID: did, reason: reason.trim() } })
    tellLook()
    // A full page load: nothing read before belongs to this company.
    location.assign('/dashboard')
    return false
  }
  return (
    <FormDialog
      trigger={<Button icon={Eye}>View as member</Button>}
      title={`View ${name} as a member`}
      description="See what its viewers see, for up to 30 minutes. You can’t change anything. Verdicts, drafts, files and secrets stay hidden."
      submit="Start viewing"
      disabledReason={
        reason.trim().length < reasonLength.min
          ? 'Enter a reason (at least 10 characters)'
          : undefined
      }
      onSubmit={begin}
    >
      <TextArea
        label="Reason"
        required
        maxLength={reasonLength.max}
        hint="The company’s admins see it in their activity log, with what you viewed. It can’t be deleted, so don’t name anyone."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
