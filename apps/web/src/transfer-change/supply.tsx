import { TransferChange } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { nobody, type Party, PartyFields, personOf } from '../party/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import type { ChangeProps } from './changes.tsx'

interface Entered {
  from: Party
  to: Party
  account: string
}

function personsOf({ from, to, account }: Entered, destination: string | null | undefined) {
  const [originator, beneficiary] = [personOf(from), personOf(to)]
  return {
    ...(originator && {
      originator: {
        originatorPerson: [originator],
        ...(account && { accountNumber: [account] }),
      },
    }),
    ...(beneficiary && {
      beneficiary: {
        beneficiaryPerson: [beneficiary],
        ...(destination && { accountNumber: [destination] }),
      },
    }),
    payloadMetadata: { payloadVersion: '101.2023' },
  }
}

/** Supplies the personal data of a transfer, or replaces it. Each half that has a name is sent whole. */
export function Supply({ transfer, company, onClose, onDone }: ChangeProps) {
  const { origin, destination } = transfer.transactionBlockchainInfo
  const { id, version } = transfer
  const form = useContractForm(TransferChange, {
    defaults: { from: nobody, to: nobody, account: origin ?? '' },
    body: (values) => ({
      vaspDID: company,
      id,
      version,
      ivms101: personsOf(values, destination),
    }),
    send: (body) => api.tx.update({ body }),
    says: 'Data saved',
    onSuccess: onDone,
  })
  const { from, to } = form.values
  return (
    <FormDialog
      title="Supply data"
      description="What you enter replaces all of that customer’s data in this transfer. It stays sealed until your company releases it."
      wide
      submit="Save data"
      disabledReason={personOf(from) || personOf(to) ? undefined : 'Enter the name of a customer'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <div data-private className="flex flex-col gap-4">
        <PartyFields
          title="Originator"
          party={from}
          full
          onChange={(changes) => form.set('from', { ...from, ...changes })}
        />
        <TextField
          label="Originator’s account or wallet"
          optional
          mono
          maxLength={512}
          {...form.field('account')}
        />
        <PartyFields
          title="Beneficiary"
          party={to}
          onChange={(changes) => form.set('to', { ...to, ...changes })}
        />
      </div>
    </FormDialog>
  )
}
