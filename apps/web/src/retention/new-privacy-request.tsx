import {
  type PrivacyKind,
  privacyRequests,
  type Transaction,
} from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'

/** Enters what a person asked: first finds their transfers, then notes the request. The name stays in this dialog. */
export function NewPrivacyRequest({ company }: { company: string }) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<readonly Transaction[]>()
  const [isPartial, setPartial] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useContractForm(privacyRequests.create.body, {
    defaults: { kind: 'COPY' as PrivacyKind, reason: '' },
    body: (values) => ({ vaspDID: company, ids: [...chosen], ...values }),
    send: (body) => api.privacyRequests.create({ body }),
    invalidates: [api.privacyRequests.list],
    says: 'Request entered',
  })
  const { kind, reason } = form.values
  const clear = () => {
    setName('')
    setFound(undefined)
    setChosen(new Set())
    form.reset()
  }
  const find = async () => {
    const answer = await api.tx.search({
      body: { vaspDID: company, person: { name: name.trim() } },
    })
    setFound(answer.transactions)
    setPartial(answer.totalIsLowerBound)
    setChosen(new Set(answer.transactions.map(({ id }) => id)))
    return false
  }
  const isFound = found !== undefined && found.length > 0
  const unready = chosen.size === 0 ? 'Choose a transfer' : 'Enter a reference'
  const missing = isFound
    ? chosen.size > 0 && reason
      ? undefined
      : unready
    : name.trim()
      ? undefined
      : 'Enter a name'
  return (
    <FormDialog
      trigger={<Button variant="primary">New request</Button>}
      title="New privacy request"
      description="Enter the full name exactly as stated in the transfers. Similar spellings and missing middle names aren’t matched, so search for each spelling. Your search is recorded; the name isn’t."
      submit={isFound ? 'Enter request' : 'Find transfers'}
      danger={isFound && kind === 'ERASURE'}
      disabledReason={missing}
      onOpenChange={clear}
      onSubmit={() => (isFound ? form.submit() : find())}
    >
      <TextField
        label="Name of the person"
        autoComplete="off"
        maxLength={300}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setFound(undefined)
        }}
      />
      <div role="status" className="text-sm">
        {found?.length === 0 && 'No transfer has exactly this name.'}
        {isPartial && 'More transfers have this name: enter another request for the others.'}
      </div>
      {isFound && (
        <>
          <fieldset className="flex max-h-60 flex-col gap-2 overflow-y-auto">
            <legend className="mb-2 text-sm font-semibold">
              Transfers of this person. Others may have the same name.
            </legend>
            {found.map((row) => (
              <Checkbox
                key={row.id}
                label={`${row.amount} ${row.transactionAsset}, ${row.counterparty?.name ?? 'no counterparty'}`}
                hint={<Time value={row.createdAt} format="day" />}
                checked={chosen.has(row.id)}
                onChange={({ target }) => {
                  const next = new Set(chosen)
                  if (target.checked) next.add(row.id)
                  else next.delete(row.id)
                  setChosen(next)
                }}
              />
            ))}
          </fieldset>
          <SelectField
            label="The person asks for"
            options={[
              { value: 'COPY', label: 'A copy of their data' },
              { value: 'ERASURE', label: 'Erasure of their data' },
            ]}
            {...form.field('kind')}
          />
          <TextField
            label="Reference"
            hint="For example the number of their letter. Only your company sees it."
            maxLength={500}
            {...form.field('reason')}
          />
          {kind === 'ERASURE' && (
            <Notice tone="warning">
              Data the law no longer requires you to keep is erased immediately and can’t be
              restored. Counterparties keep theirs until they erase it.
            </Notice>
          )}
        </>
      )}
    </FormDialog>
  )
}
