import type { PersonalDataView } from '@countersign/contracts/transactions'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api, usePages } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import type { ViewLogSearch } from './search.ts'
import { viewerWords, viewReasons } from './views.tsx'

const route = getRouteApi('/signed-in/transactions/views')

/** Who opened personal data of the company's customers, and what its people opened of others'. */
export function ViewLog() {
  const company = useCompany()
  const { allowed } = useCan(api.tx.piiViews)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={api.tx.piiViews} />
  return <Log key={company} company={company} />
}

const fields: Filter<ViewLogSearch>[] = [
  {
    key: 'viewer',
    label: 'Opened by',
    chip: 'Opened by',
    labelled: true,
    control: (field) => <CompanyPicker {...field} without={[]} />,
  },
  { key: 'from', label: 'From', chip: 'From', labelled: true, day: true },
  { key: 'to', label: 'To', chip: 'To', labelled: true, day: true },
]

function Log({ company }: { company: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { viewer, from, to } = search
  const change = (changes: Partial<ViewLogSearch>) =>
    navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
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
        description="Who opened your customers’ personal data, and what your team opened about other companies’ customers."
      />
      <DataList
        filters={filtered({ search, change, fields })}
        error={rows ? null : pages.error}
        onRetry={() => void pages.refetch()}
        pages={pages}
        caption="Personal data that was opened"
        columns={columns(company)}
        rows={rows}
        keyOf={({ id }) => id}
        skeletonRows={8}
        noMatch="No matching entries"
        empty={
          <EmptyState kind="nothing" title="No one has opened personal data yet">
            Each time someone opens a customer’s name or details, it’s listed here.
          </EmptyState>
        }
      />
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
