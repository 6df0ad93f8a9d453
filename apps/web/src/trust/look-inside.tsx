import { reasonLength } from '@countersign/contracts/identity'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api.ts'
import { tellLook } from '../shell/look-channel.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'

/** Props of {@link LookInside}. */
export interface LookInsideProps {
  did: string
  name: string
  enabled: boolean
}

/** Opens a company as its people see it, once the operator has said why. */
export function LookInside({ did, name, enabled }: LookInsideProps) {
  const [reason, setReason] = useState('')
  if (!enabled)
    return (
      <Button icon={Eye} disabledReason="The company is disabled: its people see nothing now">
        Look inside
      </Button>
    )
  const begin = async () => {
    await api.auth.startObserving({ body: { vaspDID: did, reason: reason.trim() } })
    tellLook()
    // The page begins anew: nothing that was read before is of this company.
    location.assign('/dashboard')
    return false
  }
  return (
    <FormDialog
      trigger={<Button icon={Eye}>Look inside</Button>}
      title={`Look inside ${name}`}
      description="You see the company as its people with the role Viewer do, for 30 minutes at the most. Nothing can be changed. Verdicts, drafts, files and secrets stay closed."
      submit="Begin to look"
      disabledReason={
        reason.trim().length < reasonLength.min
          ? 'Write first why, in ten letters or more'
          : undefined
      }
      onSubmit={begin}
    >
      <TextArea
        label="Reason"
        required
        maxLength={reasonLength.max}
        hint="The company’s admins read it in their activity, with what you looked at. It cannot be erased: name no people."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
