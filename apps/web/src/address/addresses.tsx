import { type BookedAddress, CustomerRef, networkWords } from '@countersign/contracts/transactions'
import { getRouteApi } from '@tanstack/react-router'
import { BookOpen, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, usePages } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Time } from '../ui/value/time.tsx'
import { UploadButton } from '../upload/index.ts'
import { LookUp, Register, Remove } from './dialogs.tsx'
import type { AddressSearch } from './search.ts'

const sees = api.address.list
const route = getRouteApi('/signed-in/company/addresses')

const fields: Filter<AddressSearch>[] = [
  { key: 'customer', label: 'Customer’s reference', labelled: true, maxLength: 64, mono: true },
]
const sources = { INTERNAL: 'Ours', EXTERNAL: 'Confirmed by a counterparty' }
const walletWords = ({ type, sourceType }: BookedAddress): string => {
  if (type === 'UNHOSTED') return 'Self-hosted'
  return sourceType === 'INTERNAL' ? 'Held by us' : 'Held by a company'
}

const columns: Column<BookedAddress>[] = [
  { id: 'customer', header: 'Customer', cell: ({ customerRef }) => customerRef ?? '–' },
  { id: 'network', header: 'Network', cell: ({ network }) => networkWords(network) },
  { id: 'source', header: 'Source', cell: ({ sourceType }) => sources[sourceType] },
  { id: 'type', header: 'Wallet', cell: walletWords },
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
  const [open, setOpen] = useState<'register' | 'look-up' | 'remove'>()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const customerRef = CustomerRef.safeParse(search.customer).data
  // No reference looks like this, so nothing matches.
  const isOther = search.customer !== undefined && customerRef === undefined
  const pages = usePages(
    api.address.list,
    { query: { vasp_did: company, ...(customerRef && { customerRef }) } },
    { keeps: true },
  )
  const { data, error, refetch } = pages
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
        description="Your customers’ addresses, and those confirmed by counterparties. We store only hashes: you can look up an address you know, but no one can read the list."
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
      <DataList
        filters={filtered({
          search,
          change: (search) => navigate({ search, replace: true }),
          fields,
        })}
        error={error}
        onRetry={() => void refetch()}
        {...(!isOther && { pages })}
        caption="Addresses"
        columns={columns}
        rows={isOther ? [] : data?.pages.flatMap(({ addresses }) => addresses)}
        keyOf={({ id }) => id}
        skeletonRows={4}
        noMatch="No addresses of this customer"
        empty={
          <EmptyState kind="nothing" icon={BookOpen} title="No addresses yet">
            Register your customers’ addresses so that rules can recognise their transfers.
          </EmptyState>
        }
      />
      {open === 'register' && <Register company={company} onClose={close} />}
      {open === 'look-up' && <LookUp company={company} onClose={close} />}
      {open === 'remove' && <Remove company={company} onClose={close} />}
    </>
  )
}
