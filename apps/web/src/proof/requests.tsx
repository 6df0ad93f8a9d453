import {
  networkWords,
  type OpenedProof,
  type ProofRequest,
  proofs,
} from '@countersign/contracts/transactions'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { DataList } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time, useMinute } from '../ui/value/time.tsx'
import { Deposit } from './deposit.tsx'
import { ProofLaw } from './law.tsx'
import { Opened, OpenProof } from './opened.tsx'
import { proofNames, requestWords } from './words.ts'

const columns: Column<ProofRequest>[] = [
  { id: 'network', header: 'Network', cell: ({ network }) => networkWords(network) },
  { id: 'state', header: 'State', cell: requestWords },
  { id: 'kind', header: 'Kind', cell: ({ proof }) => (proof ? proofNames[proof.type] : '–') },
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
  const [read, setRead] = useState<ProofRequest>()
  const [opened, setOpened] = useState<OpenedProof>()
  const now = useMinute()
  const { data, error, refetch } = useOperation(api.proofs.list, {
    query: { vaspDID: company, customerRef },
  })
  return (
    <Panel
      title="Wallet proofs"
      description="Self-hosted wallets the customer was asked to prove."
      actions={
        <Button
          icon={Plus}
          disabledReason={allowed ? undefined : reason}
          onClick={() => setOpen(true)}
        >
          Request proof
        </Button>
      }
    >
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Wallet proofs"
        columns={[
          ...columns,
          {
            id: 'actions',
            header: 'Actions',
            headerHidden: true,
            cell: (request) =>
              request.proof ? (
                <Button onClick={() => setRead(request)}>Open</Button>
              ) : (
                awaitsDeposit(request, now) && (
                  <Button
                    disabledReason={allowed ? undefined : reason}
                    onClick={() => setPaid(request)}
                  >
                    Confirm deposit
                  </Button>
                )
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
      {read && (
        <OpenProof
          company={company}
          request={read}
          onOpened={setOpened}
          onClose={() => setRead(undefined)}
        />
      )}
      {opened && <Opened opened={opened} onClose={() => setOpened(undefined)} />}
      {paid && <Deposit company={company} request={paid} onClose={() => setPaid(undefined)} />}
      {isOpen && <Ask {...{ company, customerRef }} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function Ask(props: { company: string; customerRef: string; onClose: () => void }) {
  const { company, customerRef, onClose } = props
  const [link, setLink] = useState<string>()
  const form = useContractForm(proofs.request.body, {
    defaults: { address: '', network: 'ethereum', depositAddress: '' },
    body: ({ depositAddress, ...values }) => ({
      vaspDID: company,
      customerRef,
      ...values,
      ...(depositAddress && { depositAddress }),
    }),
    send: (body) => api.proofs.request({ body }),
    invalidates: [api.proofs.list],
    onSuccess: (made) => setLink(made.link),
  })
  const { address, network } = form.values
  if (link)
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Send this link to the customer"
        description="It’s shown once, works for seven days, and needs no account."
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
      title="Request proof"
      submit="Create link"
      disabledReason={address && network ? undefined : 'Fill in address and network'}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={async () => (await form.submit()) && false}
    >
      <TextField label="Address" mono maxLength={200} {...form.field('address')} />
      <TextField
        label="Network"
        hint="For example ethereum, bitcoin or solana"
        maxLength={80}
        {...form.field('network')}
      />
      <TextField
        label="Your deposit address (optional)"
        hint="Also offers a Satoshi test: a small payment to this address within a day"
        mono
        maxLength={200}
        {...form.field('depositAddress')}
      />
      <ProofLaw />
    </FormDialog>
  )
}
