import { type Customer, customerItems } from '@countersign/contracts/transactions'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Contact, Plus } from 'lucide-react'
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
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { UploadButton } from '../upload/index.ts'
import { RegisterCustomer } from './customer-dialog.tsx'
import type { CustomerSearch } from './search.ts'
import { itemWords, kindWords } from './words.ts'

const sees = api.customers.list
const route = getRouteApi('/signed-in/company/customers')

const fields: Filter<CustomerSearch>[] = [
  { key: 'q', label: 'Reference begins with', labelled: true, maxLength: 64, mono: true },
]

/** The company's registered customers, by their references: names are sealed. */
export function Customers() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={sees} />
  return <List key={company} company={company} />
}

function List({ company }: { company: string }) {
  const { allowed, reason } = useCan(api.customers.create)
  const [isOpen, setOpen] = useState(false)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const q = /^[A-Za-z0-9_-]{1,64}$/.test(search.q ?? '') ? search.q : undefined
  // No reference looks like this, so nothing matches.
  const isOther = search.q !== undefined && q === undefined
  const pages = usePages(
    api.customers.list,
    { query: { vaspDID: company, ...(q && { q }) } },
    { keeps: true },
  )
  const rows = pages.data?.pages.flatMap(({ customers }) => customers)
  return (
    <>
      <PageHeader
        title="Customers"
        description="Names are sealed: they’re compared with what counterparties state, and opened only for a stated reason."
        actions={
          <>
            <UploadButton
              company={company}
              kind="CUSTOMERS"
              disabledReason={allowed ? undefined : reason}
              changes={api.customers.list}
            />
            <Button
              variant="primary"
              icon={Plus}
              disabledReason={allowed ? undefined : reason}
              onClick={() => setOpen(true)}
            >
              Register customer
            </Button>
          </>
        }
      />
      <DataList
        filters={filtered({
          search,
          change: (search) => navigate({ search, replace: true }),
          fields,
        })}
        error={rows ? null : pages.error}
        onRetry={() => void pages.refetch()}
        {...(!isOther && { pages })}
        caption="Customers"
        columns={columns}
        rows={isOther ? [] : rows}
        keyOf={({ customerRef }) => customerRef}
        skeletonRows={6}
        noMatch="No matching customers"
        empty={
          <EmptyState kind="nothing" icon={Contact} title="No customers yet">
            Register your customers so that rules can compare their names with those in incoming
            transfers.
          </EmptyState>
        }
      />
      {isOpen && <RegisterCustomer company={company} onClose={() => setOpen(false)} />}
    </>
  )
}

const columns: Column<Customer>[] = [
  {
    id: 'ref',
    header: 'Reference',
    cell: ({ customerRef }) => (
      <Link
        to="/company/customers/$ref"
        params={{ ref: customerRef }}
        className={`${rowLinkClass} font-mono`}
      >
        {customerRef}
      </Link>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindWords(kind) },
  { id: 'country', header: 'Country', cell: ({ country }) => country ?? '–' },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
  {
    id: 'data',
    header: 'Sealed data',
    cell: ({ items }) =>
      items.length === customerItems.length
        ? 'all'
        : items.map((item) => itemWords[item]).join(', ') || '–',
  },
  { id: 'updated', header: 'Changed', cell: ({ updatedAt }) => <Time value={updatedAt} inRow /> },
]
