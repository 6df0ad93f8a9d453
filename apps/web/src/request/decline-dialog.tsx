import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Props of {@link DeclineDialog}. */
export interface DeclineDialogProps {
  /** Whose request it is. */
  name: string
  onDecline: (reason: string) => Promise<unknown>
}

/** Declines a request, with the reason that its maker is told. */
export function DeclineDialog({ name, onDecline }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      trigger={
        <Button>
          Decline<span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Decline ${name}’s request`}
      description="They receive your reason by email and can ask again."
      submit="Decline"
      danger
      disabledReason={reason.trim() ? undefined : 'Enter a reason'}
      onSubmit={() => onDecline(reason.trim())}
    >
      <TextArea
        label="Reason"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
