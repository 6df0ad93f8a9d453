import { HashIn } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import type { ChangeProps } from './changes.tsx'

/** States the hash of the transaction on its network, which the counterparty sees. */
export function Hash({ transfer, company, onClose, onDone }: ChangeProps) {
  const { id, version } = transfer
  const form = useContractForm(HashIn, {
    defaults: { txHash: '' },
    body: ({ txHash }) => ({ vaspDID: company, id, version, txHash }),
    send: (body) => api.tx.setHash({ body }),
    says: 'Hash saved',
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title="Enter the transaction hash"
      description="The hash states that the coins were sent. Once saved, it can’t be changed, and the transfer can’t be cancelled."
      submit="Save hash"
      disabledReason={form.values.txHash ? undefined : 'Enter the hash'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <TextField label="Transaction hash" mono maxLength={200} {...form.field('txHash')} />
    </FormDialog>
  )
}
