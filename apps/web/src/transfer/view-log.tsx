import type { PersonalDataView } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, usePages } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { viewerWords, viewReasons } from './views.tsx'

/** Who opened personal data of the company's customers, and what its people opened of others'. */
export function ViewLog() {
  const company = useCompany()
  const { allowed } = useCan(api.tx.piiViews)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={api.tx.piiViews} />
  return <Log key={company} company={company} />
}

const none = { viewer: '', from: '', to: '' }

function Log({ company }: { company: string }) {
  const [filter, setFilter] = useState(none)
  const { viewer, from, to } = filter
  const isFiltered = Object.values(filter).some(Boolean)
  const pages = usePages(
    api.tx.piiViews,
    {
      query: {
        vaspDID: company,
        limit: '50',
        ...(viewer && { viewerVASPdid: viewer }),
        ...(from && { from }),
        ...(to && { to }),
      },
    },
    { keeps: true },
  )
  const rows = pages.data?.pages.flatMap((page) => page.views)
  return (
    <>
      <PageHeader
        title="Data access"
        above={<Link to="/transactions">Transfers</Link>}
        description="Who opened personal data of your customers, and what your people opened of others’ customers."
      />
      <search className="mb-3 grid gap-3 sm:grid-cols-3">
        <CompanyPicker
          label="Opened by"
          value={viewer}
          without={[]}
          onChange={(next) => setFilter({ ...filter, viewer: next })}
        />
        <TextField
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => setFilter({ ...filter, from: target.value })}
        />
        <TextField
          label="To"
          type="date"
          value={to}
          onChange={({ target }) => setFilter({ ...filter, to: target.value })}
        />
      </search>
      {pages.error && !rows ? (
        <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <DataTable
          caption="Personal data that was opened"
          columns={columns(company)}
          rows={rows}
          keyOf={({ id }) => id}
          skeletonRows={8}
          empty={
            isFiltered ? (
              <EmptyState
                kind="no-match"
                title="No matching entries"
                filters={[]}
                onClear={() => setFilter(none)}
              />
            ) : (
              <EmptyState kind="nothing" title="Nobody has opened personal data yet">
                Each time somebody opens names or details of a customer, it is listed here.
              </EmptyState>
            )
          }
        />
      )}
      <ShowMore pages={pages} />
    </>
  )
}

const partWords = {
  ORIGINATOR: 'Originator',
  BENEFICIARY: 'Beneficiary',
  COMMENTS: 'Comments',
  CUSTOMER: 'Customer',
}

const columns = (company: string): readonly Column<PersonalDataView>[] => [
  {
    id: 'who',
    header: 'Opened by',
    cell: (view) =>
      view.transactionId ? (
        <Link to="/transactions/$id" params={{ id: view.transactionId }} className={rowLinkClass}>
          {viewerWords(view)}
        </Link>
      ) : view.customerRef ? (
        <Link
          to="/company/customers/$ref"
          params={{ ref: view.customerRef }}
          className={rowLinkClass}
        >
          {viewerWords(view)}
        </Link>
      ) : (
        viewerWords(view)
      ),
  },
  {
    id: 'what',
    header: 'What',
    cell: (view) =>
      `${partWords[view.part]}, ${view.ownerVASPdid === company ? 'your data' : 'theirs'}`,
  },
  { id: 'why', header: 'Why', cell: (view) => viewReasons[view.reason] ?? view.reason },
  {
    id: 'when',
    header: 'When',
    cell: (view) => <Time value={view.at} format="absolute" inRow />,
  },
]
