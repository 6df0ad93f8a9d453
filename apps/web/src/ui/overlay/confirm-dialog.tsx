import { useState } from 'react'
import { TextField } from '../form/text-field.tsx'
import { t } from '../language.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

/** Props of {@link ConfirmDialog}. The title is a question with the name: `Delete endpoint "Ledger"?` */
export interface ConfirmDialogProps
  extends Pick<FormDialogProps, 'open' | 'onOpenChange' | 'trigger' | 'title' | 'children'> {
  /** The verb of the title, such as `Delete endpoint`. */
  confirmLabel: string
  /** Work of the answer. The dialog closes when it is done and stays, with words, when it fails. */
  onConfirm: () => unknown
  /** Must be typed first: only for deleting an application, an endpoint or a credential. */
  typedName?: string | undefined
  /** For changes that can be undone, though not from here. */
  harmless?: boolean | undefined
}

/** Asks before something that cannot be undone. Its children say what will break or change. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, onConfirm, typedName, harmless, children, onOpenChange, ...rest } = props
  const [typed, setTyped] = useState('')
  // Languages put the name in different places.
  const [beforeName, afterName] = t('Type # to confirm').split('#')
  const isMissing = typedName !== undefined && typed !== typedName
  return (
    <FormDialog
      {...rest}
      alert
      danger={!harmless}
      submit={confirmLabel}
      disabledReason={isMissing ? t('Type the name first') : undefined}
      onSubmit={onConfirm}
      onOpenChange={(next) => {
        setTyped('')
        onOpenChange?.(next)
      }}
    >
      <div className="text-muted">{children}</div>
      {typedName !== undefined && (
        <TextField
          label={
            <>
              {beforeName} <span className="font-mono font-semibold">{typedName}</span> {afterName}
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  )
}
