import { useState } from 'react'
import { api } from '../api/index.ts'
import { nobody, PartyFields, personOf } from '../party/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ChangeProps } from './changes.tsx'

/** Supplies the personal data of a transfer, or replaces it. Each half that has a name is sent whole. */
export function Supply({ transfer, company, onClose, onDone }: ChangeProps) {
  const { origin, destination } = transfer.transactionBlockchainInfo
  const [from, setFrom] = useState(nobody)
  const [to, setTo] = useState(nobody)
  const [account, setAccount] = useState(origin ?? '')
  const [originator, beneficiary] = [personOf(from), personOf(to)]
  return (
    <FormDialog
      title="Supply data"
      description="What you enter replaces all of that customer’s data in this transfer. It stays sealed until your company releases it."
      wide
      submit="Save data"
      disabledReason={originator || beneficiary ? undefined : 'Enter the name of a customer'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={async () => {
        const { id, version } = transfer
        await api.tx.update({
          body: {
            vaspDID: company,
            id,
            version,
            ivms101: {
              ...(originator && {
                originator: {
                  originatorPerson: [originator],
                  ...(account.trim() && { accountNumber: [account.trim()] }),
                },
              }),
              ...(beneficiary && {
                beneficiary: {
                  beneficiaryPerson: [beneficiary],
                  ...(destination && { accountNumber: [destination] }),
                },
              }),
              payloadMetadata: { payloadVersion: '101.2023' },
            },
          },
        })
        toasts.success('Data saved')
        await onDone()
      }}
    >
      <div data-private className="flex flex-col gap-4">
        <PartyFields
          title="Originator"
          party={from}
          full
          onChange={(changes) => setFrom({ ...from, ...changes })}
        />
        <TextField
          label="Originator’s account or wallet"
          optional
          mono
          maxLength={512}
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        />
        <PartyFields
          title="Beneficiary"
          party={to}
          onChange={(changes) => setTo({ ...to, ...changes })}
        />
      </div>
    </FormDialog>
  )
}
