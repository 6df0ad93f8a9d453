import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'

/** Props of {@link DeclineDialog}. */
export interface DeclineDialogProps {
  /** Whose request it is. */
  name: string
  onDecline: (reason: string) => Promise<unknown>
}

/** Declines a request, with the reason that its maker is told. */
export function DeclineDialog({ name, onDecline }: DeclineDialogProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const submit = async () => {
    setPending(true)
    // What went wrong is said by a toast.
    const done = await onDecline(reason.trim()).then(
      () => true,
      () => false,
    )
    setPending(false)
    if (done) setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button>
          Decline<span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Decline the request of ${name}`}
      description="They get a mail with your reason, and may ask again."
      onSubmit={() => void submit()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant="danger"
            pending={pending}
            disabledReason={reason.trim() ? undefined : 'Say why first'}
          >
            Decline
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
