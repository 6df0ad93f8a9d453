import { type BilledCompany, subscriptionStatuses } from '@countersign/contracts/billing'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api, useChange, usePages } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { planName } from './money.ts'
import type { SubscriptionsSearch } from './search.ts'
import { statusWords } from './words.ts'

const route = getRouteApi('/signed-in/admin/billing')

/** What a status looks like in a row; what needs nobody has no colour. */
const toneOf = (status: BilledCompany['status']) => {
  const { tone } = statusWords[status]
  return tone === 'info' ? 'neutral' : tone
}

const columns: Column<BilledCompany>[] = [
  {
    id: 'company',
    header: 'Company',
    cell: ({ did, name }) => (
      <Link to="/admin/companies/$did" params={{ did }} className={rowLinkClass}>
        {name}
      </Link>
    ),
  },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => planName(plan) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, past_due_since: since }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={toneOf(status)}>{statusWords[status].title}</Badge>
        {since && (
          <span className="text-muted">
            since <Time value={since} format="day" inRow />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'used',
    header: 'Used this month',
    cell: ({ used, limit, limit_state: state }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="tabular-nums">{limit === null ? used : `${used} of ${limit}`}</span>
        {state === 'reached' && <Badge tone="danger">Limit reached</Badge>}
        {state === 'near' && <Badge tone="warning">Near the limit</Badge>}
      </span>
    ),
  },
  {
    id: 'untracked',
    header: 'Not reported',
    cell: ({ untracked }) => untracked,
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'drifts',
    header: 'Differences',
    cell: ({ drifts }) => (drifts > 0 ? <Badge tone="warning">{drifts} open</Badge> : 'None'),
  },
  {
    id: 'as-of',
    header: 'Last read',
    cell: ({ as_of: at }) => (at ? <Time value={at} inRow /> : '–'),
    wideOnly: true,
  },
]
/** Only a customer of the provider can be read again. */
const withActions: Column<BilledCompany>[] = [
  ...columns,
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => row.customer_id !== null && <Compare company={row} />,
    align: 'end',
  },
]

function Compare({ company: { did, name } }: { company: BilledCompany }) {
  const compare = useChange(() => api.reconciliation.reconcile({ body: { did } }), {
    invalidates: [api.reconciliation.drift, api.reconciliation.subscriptions],
    says: `Reading ${name} from the provider again`,
  })
  return (
    <Button pending={compare.isPending} onClick={() => compare.mutate()}>
      Read again<span className="sr-only"> {name}</span>
    </Button>
  )
}

const fields: Filter<SubscriptionsSearch>[] = [
  { key: 'q', label: 'Search subscriptions', placeholder: 'Company name or DID' },
  {
    key: 'status',
    label: 'Status',
    any: 'Any status',
    options: subscriptionStatuses.map((value) => ({ value, label: statusWords[value].title })),
  },
]

/** What companies pay for and use, for the network's operator. */
export function AdminSubscriptions() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <List />
}

function List() {
  const search = route.useSearch()
  const { q, status } = search
  const navigate = route.useNavigate()
  const words = useDeferredValue(q)
  const list = usePages(
    api.reconciliation.subscriptions,
    { query: { ...(words && { q: words }), ...(status && { status }) } },
    { keeps: true },
  )
  const change = (changes: Partial<SubscriptionsSearch>) =>
    navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const hasCustomers = rows?.some((row) => row.customer_id !== null)
  return (
    <>
      <PageHeader
        title="Subscriptions"
        description="What companies pay for and use, overdue payments first."
        actions={
          <Link to="/admin/billing/reconciliation" className={buttonClass()}>
            Differences
          </Link>
        }
      />
      <DataList
        filters={filtered({ search, change, fields })}
        error={list.error}
        onRetry={() => void list.refetch()}
        pages={list}
        caption="Subscriptions"
        columns={hasCustomers ? withActions : columns}
        rows={rows}
        keyOf={({ did }) => did}
        copyOf={({ did }) => did}
        skeletonRows={8}
        noMatch="No matching subscriptions"
        empty={
          <EmptyState kind="nothing" title="No subscriptions yet">
            Companies appear here once they send a transfer or choose a plan.
          </EmptyState>
        }
      />
    </>
  )
}
