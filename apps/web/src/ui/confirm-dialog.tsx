import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question with the name of the thing: `Delete endpoint "Ledger"?` */
  title: ReactNode
  /** What will break or change. */
  children: ReactNode
  /** The verb of the title, such as `Delete endpoint`. */
  confirmLabel: string
  /** Work of the answer. The dialog closes when it is done and stays, with words, when it fails. */
  onConfirm: () => unknown
  /** Must be typed first: only for deleting an application, an endpoint or a credential. */
  typedName?: string | undefined
  /** For changes that can be undone, though not from here. */
  harmless?: boolean | undefined
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, confirmLabel, onConfirm, typedName, harmless } = props
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState('')

  function change(next: boolean): void {
    if (pending) return
    setTyped('')
    setError('')
    onOpenChange(next)
  }

  async function confirm(): Promise<void> {
    if (pending || (typedName !== undefined && typed !== typedName)) return
    setPending(true)
    setError('')
    try {
      await onConfirm()
      setTyped('')
      onOpenChange(false)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'This did not work. Try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      alert
      open={open}
      onOpenChange={change}
      title={title}
      onSubmit={confirm}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant={harmless ? 'primary' : 'danger'}
            pending={pending}
            disabledReason={
              typedName !== undefined && typed !== typedName ? 'Type the name first' : undefined
            }
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{props.children}</div>
      {typedName !== undefined && (
        <TextField
          label={
            <>
              Type <span className="font-mono font-semibold">{typedName}</span> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {error && <Notice tone="danger">{error}</Notice>}
    </Dialog>
  )
}
