import { useState } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { useTransfersChanged } from './queries.ts'

type Props = { id: string; version: number; company: string; readOnly: string | undefined }

/** Hands a transfer to another company of the group; nothing for a company that is in none. */
export function RedirectButton({ id, version, company, readOnly }: Props) {
  const { allowed, reason } = useCan(api.tx.redirect)
  const { data } = useOperation(api.group.get, { did: company }, { staleTime: 60_000 })
  const [asking, setAsking] = useState(false)
  const [to, setTo] = useState('')
  const changed = useTransfersChanged(company)
  const work = useChange(() => api.tx.redirect({ query: { vaspDID: company, id, version, to } }), {
    says: 'Transfer handed over',
    showsFailure: true,
    onSuccess: () => changed({ id }),
  })
  const others = [data?.parent ?? [], data?.subsidiaries ?? []].flat().filter((one) => one.enabled)
  if (others.length === 0) return null
  return (
    <>
      <Button
        variant="quiet"
        disabledReason={readOnly ?? (allowed ? undefined : reason)}
        onClick={() => setAsking(true)}
      >
        Hand over
      </Button>
      {asking && (
        <FormDialog
          title="Hand the transfer to another company in your group?"
          description="That company confirms the address and decides. Yours can no longer open the personal data."
          submit="Hand over"
          disabledReason={to ? undefined : 'Choose a company'}
          onOpenChange={(open) => open || setAsking(false)}
          onSubmit={() => work.mutateAsync()}
        >
          <SelectField
            label="Company"
            value={to}
            placeholder="Choose a company"
            options={others.map(({ vasp }) => ({ value: vasp.did, label: vasp.name }))}
            onChange={({ target }) => setTo(target.value)}
          />
        </FormDialog>
      )}
    </>
  )
}
