import type {
  BookedAddress,
  CustomerDetail,
  Transaction,
} from '@countersign/contracts/transactions'
import { networkWords } from '@countersign/contracts/transactions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, refresh, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { ProofRequests } from '../proof/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import {
  amountWords,
  directionWords,
  factsOf,
  OpenDialog,
  statusNames,
  viewerWords,
  viewReasons,
} from '../transfer/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { DescriptionList, type Fact } from '../ui/value/description-list.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { ReplaceCustomer } from './customer-dialog.tsx'
import { itemWords, kindWords } from './words.ts'

const sees = api.customers.list
const above = <Link to="/company/customers">Customers</Link>

/** One customer: what is known, addresses, transfers, and who opened the data. */
export function CustomerPage() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  const isClosed = useReadOnly() !== undefined
  const { ref } = useParams({ from: '/signed-in/company/customers/$ref' })
  if (!company || !allowed || isClosed) return <NotForYou call={sees} />
  return <Loaded key={`${company} ${ref}`} company={company} customerRef={ref} />
}

interface Place {
  company: string
  customerRef: string
}

function Loaded({ company, customerRef }: Place) {
  const { data, error, refetch } = useOperation(api.customers.get, {
    ref: customerRef,
    query: { vaspDID: company },
  })
  if (data) return <Shown company={company} customer={data} />
  return (
    <>
      <PageHeader title={customerRef} above={above} />
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}
    </>
  )
}

function Shown({ company, customer }: { company: string; customer: CustomerDetail }) {
  const { allowed, reason } = useCan(api.customers.create)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'change' | 'remove'>()
  const { customerRef, tags } = customer
  const close = () => setOpen(undefined)
  const mayNot = allowed ? undefined : reason
  return (
    <>
      <PageHeader
        title={customerRef}
        above={above}
        meta={
          <>
            <Badge>{kindWords(customer.kind)}</Badge>
            {customer.country && <Badge>{customer.country}</Badge>}
            {tags.map((tag) => (
              <Badge key={tag} tone="info">
                {tag}
              </Badge>
            ))}
          </>
        }
        actions={
          <>
            <Button icon={Pencil} disabledReason={mayNot} onClick={() => setOpen('change')}>
              Replace data
            </Button>
            <Button icon={Trash2} disabledReason={mayNot} onClick={() => setOpen('remove')}>
              Remove
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        <Data company={company} customer={customer} />
        <Panel title="Transfers" description="The newest 20.">
          <DataTable
            caption="Transfers of this customer"
            columns={transferColumns}
            rows={customer.transactions}
            keyOf={({ id }) => id}
            empty={<p className="p-4 text-sm text-muted">No transfers yet.</p>}
          />
        </Panel>
        <Panel title="Addresses" description="Only hashes are kept.">
          <DataTable
            caption="Addresses of this customer"
            columns={addressColumns}
            rows={customer.addresses}
            keyOf={({ id }) => id}
            empty={<p className="p-4 text-sm text-muted">No addresses yet.</p>}
          />
        </Panel>
        <ProofRequests company={company} customerRef={customerRef} />
        <Views company={company} customerRef={customerRef} />
      </div>
      {open === 'change' && (
        <ReplaceCustomer company={company} customer={customer} onClose={close} />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          open
          title={`Remove ${customerRef}?`}
          confirmLabel="Remove customer"
          onOpenChange={(isOpen) => !isOpen && close()}
          onConfirm={async () => {
            await api.customers.remove({ ref: customerRef, query: { vaspDID: company } })
            await refresh(client, api.customers.list)
            await navigate({ to: '/company/customers' })
          }}
        >
          The sealed data and the addresses registered for this customer are deleted.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Which data there is; opened on request, with a reason, and kept by this page alone. */
function Data({ company, customer }: { company: string; customer: CustomerDetail }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [opened, setOpened] = useState<readonly Fact[]>()
  const { customerRef, items } = customer
  return (
    <Panel
      title="Personal data"
      description={
        items.length === 0
          ? 'Only the reference is known for this customer.'
          : 'Sealed. Opening it is recorded.'
      }
      actions={
        items.length > 0 &&
        (opened ? (
          <Button onClick={() => setOpened(undefined)}>Hide</Button>
        ) : (
          <Button icon={Lock} onClick={() => setAsking(true)}>
            Decrypt
          </Button>
        ))
      }
    >
      {opened ? (
        <div data-private>
          <DescriptionList facts={opened} />
        </div>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {items.map((item) => (
            <li key={item}>
              <Badge tone="success">{itemWords[item]}</Badge>
            </li>
          ))}
        </ul>
      )}
      {isAsking && (
        <OpenDialog
          submit="Decrypt"
          onClose={() => setAsking(false)}
          onOpen={async (code, comment) => {
            const { ivms101 } = await api.customers.decrypt({
              ref: customerRef,
              body: { vaspDID: company, reason: { code, ...(comment && { comment }) } },
            })
            setOpened(factsOf(ivms101))
            await client.invalidateQueries({ queryKey: ['customers.views', company] })
          }}
        />
      )}
    </Panel>
  )
}

/** Who opened the customer's data, here or in a transfer. */
function Views({ company, customerRef }: Place) {
  const { allowed } = useCan(api.tx.approve)
  const { data } = useQuery({
    queryKey: ['customers.views', company, customerRef],
    queryFn: ({ signal }) =>
      api.tx.piiViews({ query: { vaspDID: company, customerRef } }, { signal }),
    enabled: allowed,
  })
  if (!data || data.views.length === 0) return null
  return (
    <Panel title="Who viewed this data" long>
      <ul className="flex flex-col gap-3">
        {data.views.map((view) => (
          <li key={view.id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 text-sm">
            <span>
              <span className="font-medium">{viewerWords(view)}</span>
              <span className="text-muted">: {viewReasons[view.reason] ?? view.reason}</span>
            </span>
            <Time value={view.at} format="absolute" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const transferColumns: Column<Transaction>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: (transfer) => (
      <Link to="/transactions/$id" params={{ id: transfer.id }} className={rowLinkClass}>
        {amountWords(transfer)}
      </Link>
    ),
  },
  { id: 'direction', header: 'Direction', cell: ({ direction }) => directionWords(direction) },
  { id: 'status', header: 'Status', cell: ({ status }) => statusNames[status] },
  { id: 'when', header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
]

const addressColumns: Column<BookedAddress>[] = [
  { id: 'network', header: 'Network', cell: ({ network }) => networkWords(network) },
  {
    id: 'type',
    header: 'Wallet',
    cell: ({ type }) => (type === 'HOSTED' ? 'Held by us' : 'Self-hosted'),
  },
  { id: 'added', header: 'Added', cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
]
