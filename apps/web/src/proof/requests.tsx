import type { ProofRequest } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, refresh, useOperation } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time, useMinute } from '../ui/value/time.tsx'
import { Deposit } from './deposit.tsx'
import { ProofLaw } from './law.tsx'
import { requestWords } from './words.ts'

const columns: Column<ProofRequest>[] = [
  { id: 'network', header: 'Network', cell: ({ network }) => network },
  { id: 'state', header: 'State', cell: requestWords },
  { id: 'asked', header: 'Asked', cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
  {
    id: 'until',
    header: 'Valid until',
    cell: ({ proof, until }) =>
      proof?.until === null ? '–' : <Time value={proof?.until ?? until} inRow />,
  },
]

/** A payment that the customer hasn't named can be confirmed within its day; one that they have, as long as the link works. */
const awaitsDeposit = ({ state, test, until }: ProofRequest, now: number): boolean =>
  (state === 'PAID' && Date.parse(until) > now) ||
  (state === 'OPEN' && test !== null && Date.parse(test.until) > now)

/** The customer's self-hosted wallets, as far as they were asked to prove them. */
export function ProofRequests({ company, customerRef }: { company: string; customerRef: string }) {
  const { allowed, reason } = useCan(api.proofs.request)
  const [isOpen, setOpen] = useState(false)
  const [paid, setPaid] = useState<ProofRequest>()
  const now = useMinute()
  const { data } = useOperation(api.proofs.list, { query: { vaspDID: company, customerRef } })
  return (
    <Panel
      title="Proofs of wallets"
      description="Self-hosted wallets that the customer was asked to prove."
      actions={
        <Button
          icon={Plus}
          disabledReason={allowed ? undefined : reason}
          onClick={() => setOpen(true)}
        >
          Ask for a proof
        </Button>
      }
    >
      <DataTable
        caption="Proofs of wallets"
        columns={[
          ...columns,
          {
            id: 'actions',
            header: 'Actions',
            headerHidden: true,
            cell: (request) =>
              awaitsDeposit(request, now) && (
                <Button
                  disabledReason={allowed ? undefined : reason}
                  onClick={() => setPaid(request)}
                >
                  Confirm deposit
                </Button>
              ),
          },
        ]}
        rows={data?.requests}
        keyOf={({ id }) => id}
        skeletonRows={1}
        empty={<p className="p-4 text-sm text-muted">No proofs yet.</p>}
      />
      <div className="pt-3">
        <ProofLaw />
      </div>
      {paid && <Deposit company={company} request={paid} onClose={() => setPaid(undefined)} />}
      {isOpen && <Ask {...{ company, customerRef }} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function Ask(props: { company: string; customerRef: string; onClose: () => void }) {
  const { company, customerRef, onClose } = props
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [network, setNetwork] = useState('ethereum')
  const [depositAddress, setDepositAddress] = useState('')
  const [link, setLink] = useState<string>()
  if (link)
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Send this link to the customer"
        description="It is shown once, works for seven days and needs no account."
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div data-private>
          <CopyText value={link} label="link" whole />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title="Ask for a proof"
      submit="Create link"
      disabledReason={address.trim() && network.trim() ? undefined : 'Fill in address and network'}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={async () => {
        const made = await api.proofs.request({
          body: {
            vaspDID: company,
            customerRef,
            address: address.trim(),
            network: network.trim(),
            depositAddress: depositAddress.trim() || undefined,
          },
        })
        setLink(made.link)
        await refresh(client, api.proofs.list)
        return false
      }}
    >
      <TextField
        label="Address"
        mono
        maxLength={200}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Network"
        hint="For example ethereum, bitcoin or solana"
        maxLength={80}
        value={network}
        onChange={({ target }) => setNetwork(target.value)}
      />
      <TextField
        label="Your deposit address (optional)"
        hint="Offers a Satoshi test too: a small payment to this address, within a day"
        mono
        maxLength={200}
        value={depositAddress}
        onChange={({ target }) => setDepositAddress(target.value)}
      />
      <ProofLaw />
    </FormDialog>
  )
}
