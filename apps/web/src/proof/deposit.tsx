import { type ProofRequest, proofs } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

interface DepositProps {
  company: string
  request: ProofRequest
  onClose: () => void
}

/**
 * Where a person of the company says what they received. The amount and the wallet are left for them to fill in: what
 * is filled in already, nobody looks up.
 */
export function Deposit({ company, request: { id, test }, onClose }: DepositProps) {
  const form = useContractForm(proofs.deposit.body, {
    defaults: { amount: '', from: '', txHash: test?.txHash ?? '' },
    body: (values) => ({ vaspDID: company, ...values }),
    send: (body) => api.proofs.deposit({ id, body }),
    invalidates: [api.proofs.list, api.customers.get],
    says: 'The wallet is verified',
  })
  const isFilled = Object.values(form.values).every((text) => text !== '')
  return (
    <FormDialog
      title="Confirm deposit"
      submit="Confirm deposit"
      disabledReason={isFilled ? undefined : 'Fill in what you received'}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={form.submit}
    >
      <p className="text-sm text-muted">
        Look up the deposit in your own records or on the network, and enter what you see there. It
        must match the test exactly.
      </p>
      <TextField label="Transaction hash" mono maxLength={200} {...form.field('txHash')} />
      <TextField
        label={`Amount received in ${test?.asset ?? ''}`}
        inputMode="decimal"
        maxLength={80}
        {...form.field('amount')}
      />
      <TextField label="Wallet it came from" mono maxLength={200} {...form.field('from')} />
    </FormDialog>
  )
}
