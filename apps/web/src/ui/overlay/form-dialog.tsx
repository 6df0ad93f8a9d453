import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { t } from '../language.ts'
import { Failure } from '../page/failure.tsx'
import { Dialog, DialogClose, type DialogProps } from './dialog.tsx'

/** Props of {@link FormDialog}. */
export interface FormDialogProps extends Omit<DialogProps, 'footer' | 'onSubmit'> {
  /** The verb of the title, such as `Create credential`. */
  submit: ReactNode
  /** For what cannot be undone. */
  danger?: boolean | undefined
  /** What is missing before the work can be done. */
  disabledReason?: string | undefined
  /**
   * The work. The dialog closes when it is done; it stays, with words, when it fails, and as it is when
   * this gives `false`.
   */
  onSubmit: () => unknown
}

/** A dialog that does one thing with what is filled in. Without a trigger it is open from the start. */
export function FormDialog(props: FormDialogProps) {
  const { submit, danger, disabledReason, onSubmit, onOpenChange, children, ...rest } = props
  const [own, setOwn] = useState(!rest.trigger)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()

  function change(next: boolean): void {
    setError(undefined)
    setOwn(next)
    onOpenChange?.(next)
  }

  async function work(): Promise<void> {
    if (pending || disabledReason) return
    setPending(true)
    setError(undefined)
    try {
      if ((await onSubmit()) !== false) change(false)
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      {...rest}
      open={rest.open ?? own}
      onOpenChange={(next) => pending || change(next)}
      onSubmit={() => void work()}
      footer={
        <>
          {error !== undefined && (
            <div className="basis-full">
              <Failure error={error} />
            </div>
          )}
          <DialogClose>
            <Button>{t('Cancel')}</Button>
          </DialogClose>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            disabledReason={disabledReason}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
