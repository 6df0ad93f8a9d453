import type { Customer } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Contact, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, refresh, usePages } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { UploadButton } from '../upload/index.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { itemWords, kindWords } from './words.ts'

const sees = api.customers.list

/** The company's registered customers, by their references: names are sealed. */
export function Customers() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={sees} />
  return <List key={company} company={company} />
}

function List({ company }: { company: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { allowed, reason } = useCan(api.customers.create)
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const q = /^[A-Za-z0-9_-]{1,64}$/.test(search) ? search : undefined
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
        description="Names are sealed: they are compared with what counterparties state, and opened only with a reason."
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
      <search className="mb-3 max-w-sm">
        <TextField
          label="Reference begins with"
          maxLength={64}
          value={search}
          onChange={({ target }) => setSearch(target.value.trim())}
        />
      </search>
      {pages.error && !rows ? (
        <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <DataTable
          caption="Customers"
          columns={columns}
          rows={rows}
          keyOf={({ customerRef }) => customerRef}
          skeletonRows={6}
          empty={
            q ? (
              <EmptyState
                kind="no-match"
                title="No matching customers"
                filters={[]}
                onClear={() => setSearch('')}
              />
            ) : (
              <EmptyState kind="nothing" icon={Contact} title="No customers yet">
                Register your customers, so that rules can compare their names with those of
                incoming transfers.
              </EmptyState>
            )
          }
        />
      )}
      <ShowMore pages={pages} />
      {isOpen && (
        <CustomerDialog
          title="Register customer"
          submit="Register"
          onClose={() => setOpen(false)}
          onSave={async ({ customerRef, ivms101, tags }) => {
            await api.customers.create({
              body: { vaspDID: company, customerRef, ivms101: { ...ivms101 }, tags: [...tags] },
            })
            await refresh(client, api.customers.list)
            await navigate({ to: '/company/customers/$ref', params: { ref: customerRef } })
          }}
        />
      )}
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
    cell: ({ items }) => items.map((item) => itemWords[item]).join(', ') || '–',
  },
  { id: 'updated', header: 'Changed', cell: ({ updatedAt }) => <Time value={updatedAt} inRow /> },
]
