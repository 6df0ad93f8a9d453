import { useState } from 'react'
import { api } from '../api/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ChangeProps } from './changes.tsx'

/** States the hash of the transaction on its network, which the counterparty sees. */
export function Hash({ transfer, company, onClose, onDone }: ChangeProps) {
  const [txHash, setTxHash] = useState('')
  return (
    <FormDialog
      title="Enter the transaction hash"
      description="The hash states that the coins were sent. Once saved, it can’t be changed, and the transfer can’t be cancelled."
      submit="Save hash"
      disabledReason={txHash.trim() ? undefined : 'Enter the hash'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={async () => {
        const { id, version } = transfer
        await api.tx.setHash({ body: { vaspDID: company, id, version, txHash: txHash.trim() } })
        toasts.success('Hash saved')
        await onDone()
      }}
    >
      <TextField
        label="Transaction hash"
        mono
        maxLength={200}
        value={txHash}
        onChange={({ target }) => setTxHash(target.value)}
      />
    </FormDialog>
  )
}
