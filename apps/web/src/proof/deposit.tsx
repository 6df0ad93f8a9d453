import type { ProofRequest } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

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
  const client = useQueryClient()
  const [amount, setAmount] = useState('')
  const [from, setFrom] = useState('')
  const [txHash, setTxHash] = useState(test?.txHash ?? '')
  const isFilled = [amount, from, txHash].every((text) => text.trim() !== '')
  return (
    <FormDialog
      title="Confirm deposit"
      submit="Confirm deposit"
      disabledReason={isFilled ? undefined : 'Fill in what you received'}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={async () => {
        await api.proofs.deposit({
          id,
          body: {
            vaspDID: company,
            amount: amount.trim(),
            from: from.trim(),
            txHash: txHash.trim(),
          },
        })
        await refresh(client, api.proofs.list)
        await refresh(client, api.customers.get)
        toasts.success('The wallet is verified')
        onClose()
        return false
      }}
    >
      <p className="text-sm text-muted">
        Look the deposit up in your own records or on the network, and enter what you see there. It
        must match the test exactly.
      </p>
      <TextField
        label="Transaction hash"
        mono
        maxLength={200}
        value={txHash}
        onChange={({ target }) => setTxHash(target.value)}
      />
      <TextField
        label={`Amount received in ${test?.asset ?? ''}`}
        inputMode="decimal"
        maxLength={80}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <TextField
        label="Wallet that it came from"
        mono
        maxLength={200}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
    </FormDialog>
  )
}
