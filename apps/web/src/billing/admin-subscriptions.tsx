import { type BilledCompany, subscriptionStatuses } from '@countersign/contracts/billing'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { api, useChange, usePages } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { planName } from './money.ts'
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

/** What companies pay for and use, for the network's operator. */
export function AdminSubscriptions() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <List />
}

function List() {
  const { q, status } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useDeferredValue(q)
  const list = usePages(
    api.reconciliation.subscriptions,
    { query: { ...(words && { q: words }), ...(status && { status }) } },
    { keeps: true },
  )
  const change = (changes: ReturnType<typeof route.useSearch>) =>
    navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const hasCustomers = rows?.some((row) => row.customer_id !== null)
  const chips = [
    ...(q ? [{ label: `“${q}”`, onRemove: () => change({ q: undefined }) }] : []),
    ...(status
      ? [{ label: statusWords[status].title, onRemove: () => change({ status: undefined }) }]
      : []),
  ]
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
      <Filters q={q} status={status} change={change} />
      {list.error ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          caption="Subscriptions"
          columns={hasCustomers ? withActions : columns}
          rows={rows}
          keyOf={({ did }) => did}
          copyOf={({ did }) => did}
          skeletonRows={8}
          empty={
            chips.length > 0 ? (
              <EmptyState
                kind="no-match"
                title="No matching subscriptions"
                filters={chips}
                onClear={() => change({ q: undefined, status: undefined })}
              />
            ) : (
              <EmptyState kind="nothing" title="No subscriptions yet">
                Companies appear here once they send a transfer or choose a plan.
              </EmptyState>
            )
          }
        />
      )}
      <ShowMore pages={list} />
    </>
  )
}

type Found = ReturnType<typeof route.useSearch>

function Filters({ q, status, change }: Found & { change: (changes: Found) => unknown }) {
  const [text, setText] = useState(q ?? '')
  useEffect(() => setText(q ?? ''), [q])
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <TextField
        label="Search subscriptions"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Company name or DID"
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          void change({ q: target.value.trim() || undefined })
        }}
      />
      <SelectField
        label="Status"
        labelHidden
        options={[
          { value: '', label: 'Any status' },
          ...subscriptionStatuses.map((value) => ({ value, label: statusWords[value].title })),
        ]}
        value={status ?? ''}
        onChange={({ target }) =>
          void change({ status: subscriptionStatuses.find((one) => one === target.value) })
        }
      />
    </search>
  )
}
