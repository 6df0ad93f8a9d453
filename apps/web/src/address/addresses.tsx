import type { AddressOwnership, BookedAddress } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, refresh, usePages } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Time } from '../ui/value/time.tsx'
import { UploadButton } from '../upload/index.ts'

const sees = api.address.list
const sources = { INTERNAL: 'Ours', EXTERNAL: 'Confirmed by a counterparty' }
const types = { HOSTED: 'Held by a company', UNHOSTED: 'Self-hosted' }

const columns: Column<BookedAddress>[] = [
  { id: 'customer', header: 'Customer', cell: ({ customerRef }) => customerRef ?? '–' },
  { id: 'network', header: 'Network', cell: ({ network }) => network },
  { id: 'source', header: 'Source', cell: ({ sourceType }) => sources[sourceType] },
  { id: 'type', header: 'Wallet', cell: ({ type }) => types[type] },
  { id: 'added', header: 'Added', cell: ({ createdAt }) => <Time value={createdAt} /> },
]

/** The company's address book: addresses are registered and looked up, never listed. */
export function Addresses() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  if (!company || !allowed) return <NotForYou call={sees} />
  return <Book key={company} company={company} />
}

function Book({ company }: { company: string }) {
  const readOnly = useReadOnly()
  const client = useQueryClient()
  const [open, setOpen] = useState<'register' | 'look-up' | 'remove'>()
  const pages = usePages(api.address.list, { query: { vasp_did: company } })
  const { data, error, refetch } = pages
  const changed = () => refresh(client, api.address.list)
  const register = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={readOnly}
      onClick={() => setOpen('register')}
    >
      Register address
    </Button>
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title="Address book"
        description="Addresses of your customers, and those that counterparties confirmed. We store only hashes: you can look up an address that you know, but nobody can read the list."
        actions={
          <>
            <Button icon={Search} disabledReason={readOnly} onClick={() => setOpen('look-up')}>
              Look up
            </Button>
            <UploadButton
              company={company}
              kind="ADDRESSES"
              disabledReason={readOnly}
              changes={api.address.list}
            />
            <Button icon={Trash2} disabledReason={readOnly} onClick={() => setOpen('remove')}>
              Remove
            </Button>
            {register}
          </>
        }
      />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Addresses"
          columns={columns}
          rows={data?.pages.flatMap(({ addresses }) => addresses)}
          keyOf={({ id }) => id}
          skeletonRows={4}
          empty={
            <EmptyState kind="nothing" icon={BookOpen} title="No addresses yet">
              Register your customers’ addresses, so that rules know which transfers are for them.
            </EmptyState>
          }
        />
      )}
      <ShowMore pages={pages} />
      {open === 'register' && <Register {...{ company, changed }} onClose={close} />}
      {open === 'look-up' && <LookUp company={company} onClose={close} />}
      {open === 'remove' && <Remove {...{ company, changed }} onClose={close} />}
    </>
  )
}

/** What is typed about an address. */
function useAddress() {
  const [address, setAddress] = useState('')
  const [network, setNetwork] = useState('ethereum')
  const [tag, setTag] = useState('')
  const fields = (
    <>
      <TextField
        label="Address"
        mono
        maxLength={200}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Network"
        hint="For example ethereum, bitcoin or xrpl"
        maxLength={80}
        value={network}
        onChange={({ target }) => setNetwork(target.value)}
      />
      <TextField
        label="Tag or memo"
        optional
        maxLength={128}
        value={tag}
        onChange={({ target }) => setTag(target.value)}
      />
    </>
  )
  const missing = address.trim() && network.trim() ? undefined : 'Fill in address and network'
  const given = { network: network.trim(), ...(tag.trim() && { tag: tag.trim() }) }
  return { address: address.trim(), given, fields, missing }
}

interface DialogProps {
  company: string
  onClose: () => void
}
type ChangingProps = DialogProps & { changed: () => Promise<unknown> }

function Register({ company, changed, onClose }: ChangingProps) {
  const { address, given, fields, missing } = useAddress()
  const [customerRef, setCustomerRef] = useState('')
  return (
    <FormDialog
      title="Register address"
      submit="Register"
      disabledReason={missing ?? (customerRef.trim() ? undefined : 'Fill in the customer')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        const ref = customerRef.trim()
        await api.address.registerCustomer({
          body: { vaspDID: company, address, ...given, customerRef: ref },
        })
        toasts.success(`Registered for ${ref}`)
        await changed()
      }}
    >
      {fields}
      <TextField
        label="Customer"
        hint="Your own reference, never a name"
        maxLength={64}
        value={customerRef}
        onChange={({ target }) => setCustomerRef(target.value)}
      />
    </FormDialog>
  )
}

function answerOf({ owner_vasp_did: owner, address_type: type, hint }: AddressOwnership): string {
  if (type === 'UNHOSTED') return 'A self-hosted wallet.'
  if (owner !== null) return `Held by ${owner}.`
  return hint
    ? 'Not known on this network. You have the same address on another one, or with another tag.'
    : 'Nobody you may ask knows this address.'
}

function LookUp({ company, onClose }: DialogProps) {
  const { address, given, fields, missing } = useAddress()
  const [answer, setAnswer] = useState<AddressOwnership>()
  return (
    <FormDialog
      title="Look up an address"
      description="Other companies answer only where they disclose their addresses to you."
      submit="Look up"
      disabledReason={missing}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        setAnswer(undefined)
        setAnswer(await api.address.owner({ address, query: { vasp_did: company, ...given } }))
        return false
      }}
    >
      {fields}
      <p role="status" className="text-sm wrap-anywhere">
        {answer && (answer.owner_vasp_did === company ? 'It is yours.' : answerOf(answer))}
      </p>
    </FormDialog>
  )
}

function Remove({ company, changed, onClose }: ChangingProps) {
  const [address, setAddress] = useState('')
  return (
    <FormDialog
      title="Remove an address"
      description="It is removed on every network and with every tag."
      submit="Remove"
      danger
      disabledReason={address.trim() ? undefined : 'Fill in the address'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        const { removed } = await api.address.remove({
          query: { vasp_did: company, addresses: address.trim() },
        })
        toasts.success(removed === 0 ? 'It wasn’t in the book' : 'Removed')
        await changed()
      }}
    >
      <TextField
        label="Address"
        mono
        maxLength={200}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  )
}
