import type { Transaction } from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { FindPerson } from './find-person.tsx'
import { countsQuery, useTransferPages } from './queries.ts'
import { type TransferView, transferViews } from './search.ts'
import {
  amountWords,
  counterpartyWords,
  DirectionIcon,
  StatusBadge,
  valueWords,
  whyStopped,
} from './words.tsx'

const route = getRouteApi('/signed-in/transactions')

/** The company's transfers: what waits for it, and all the others. */
export function Transfers() {
  const company = useCompany()
  const { allowed } = useCan('transactions.list')
  if (!company || !allowed) return <NotForYou permission="transactions.list" />
  return <List key={company} company={company} />
}

const labels: Record<TransferView, string> = {
  inbox: 'Inbox',
  outgoing: 'Outgoing',
  incoming: 'Incoming',
  all: 'All',
}

function List({ company }: { company: string }) {
  const { view = 'inbox' } = route.useSearch()
  const navigate = route.useNavigate()
  const { allowed: mayCreate } = useCan('transactions.create')
  const { allowed: mayFind } = useCan('transactions.autoDecryption')
  const readOnly = useReadOnly()
  const { data: counts } = useQuery(countsQuery(company))
  const waiting = Object.values(counts?.sections ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Travel Rule messages that your company exchanges with others."
        actions={
          <>
            {mayFind && <FindPerson company={company} />}
            {mayCreate && readOnly === undefined && (
              <Link to="/transactions/new" className={buttonClass('primary')}>
                <Plus size={16} aria-hidden /> New transfer
              </Link>
            )}
          </>
        }
      />
      <Tabs
        label="Transfers"
        value={view}
        onChange={(next) =>
          void navigate({
            search: ({ view: _, ...rest }) => ({
              ...rest,
              ...(next !== 'inbox' && { view: next }),
            }),
            replace: true,
          })
        }
        items={transferViews.map((value) => ({
          value,
          label: labels[value],
          count: value === 'inbox' && counts ? waiting : undefined,
          content: <Rows key={value} company={company} view={value} />,
        }))}
      />
    </>
  )
}

function Rows({ company, view }: { company: string; view: TransferView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(search.q ?? '')
  const q = useDeferredValue(search.q)
  const change = (next: string) =>
    void navigate({
      search: ({ q: _, ...rest }) => ({ ...rest, ...(next && { q: next }) }),
      replace: true,
      resetScroll: false,
    })
  const pages = useTransferPages(company, view, q)
  const rows = pages.data?.pages.flatMap((page) => page.transactions)
  const total = pages.data?.pages[0]?.paginateInfo.totalItems
  const clear = () => {
    setTyped('')
    change('')
  }
  return (
    <>
      <form
        className="mb-3 flex flex-wrap items-end justify-between gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change(typed.trim())
        }}
      >
        <TextField
          label="Find transfers"
          labelHidden
          type="search"
          icon={Search}
          className="w-full sm:w-96"
          placeholder="ID, hash, reference, address or company"
          value={typed}
          maxLength={200}
          onChange={({ target: { value } }) => {
            setTyped(value)
            if (value === '') change('')
          }}
        />
        {rows && total !== undefined && (
          <p className="text-sm text-muted tabular-nums">
            {rows.length} of {total.toLocaleString('en')}
          </p>
        )}
      </form>
      {pages.error && !rows ? (
        <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <DataTable
          caption={`${labels[view]}: transfers`}
          columns={view === 'inbox' ? inboxColumns : columns}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={(row) => `${amountWords(row)}, ${counterpartyWords(row)}`}
          copyOf={({ id }) => id}
          skeletonRows={8}
          empty={
            search.q ? (
              <EmptyState
                kind="no-match"
                title="No matching transfers"
                filters={[{ label: `Search: ${search.q}`, onRemove: clear }]}
                onClear={clear}
              />
            ) : (
              <Nothing view={view} />
            )
          }
        />
      )}
      {pages.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

const Nothing = ({ view }: { view: TransferView }) =>
  view === 'inbox' ? (
    <EmptyState kind="nothing" title="Your inbox is empty">
      Transfers appear here when they wait for your company.
    </EmptyState>
  ) : (
    <EmptyState kind="nothing" title="No transfers yet">
      Transfers appear here once your company sends or receives one.
    </EmptyState>
  )

const what: Column<Transaction> = {
  id: 'amount',
  header: 'Amount',
  cell: (row) => (
    <span className="flex items-center gap-2">
      <DirectionIcon direction={row.direction} />
      <span className="min-w-0">
        <Link to="/transactions/$id" params={{ id: row.id }} className={rowLinkClass}>
          {amountWords(row)}
        </Link>
        <span className="block text-xs text-muted tabular-nums">{valueWords(row)}</span>
      </span>
    </span>
  ),
}
const who: Column<Transaction> = {
  id: 'counterparty',
  header: 'Counterparty',
  cell: (row) => counterpartyWords(row),
}
const status: Column<Transaction> = {
  id: 'status',
  header: 'Status',
  cell: (row) => (
    <>
      <StatusBadge transfer={row} />
      {whyStopped(row) && (
        <span className="mt-0.5 block text-xs text-muted">{whyStopped(row)}</span>
      )}
    </>
  ),
}
const reference: Column<Transaction> = {
  id: 'reference',
  header: 'Reference',
  wideOnly: true,
  cell: (row) =>
    row.transactionRef ? <span className="font-mono text-xs">{row.transactionRef}</span> : '–',
}
const created: Column<Transaction> = {
  id: 'created',
  header: 'Created',
  cell: (row) => <Time value={row.createdAt} inRow />,
}
const columns = [what, who, status, reference, created]
const inboxColumns: readonly Column<Transaction>[] = [
  what,
  who,
  status,
  {
    id: 'due',
    header: 'Due',
    cell: (row) => (
      <span className={isOverdue(row) ? 'font-medium text-danger' : undefined}>
        <Time value={row.dueAt} inRow />
        {isOverdue(row) && <span className="block text-xs">Overdue</span>}
      </span>
    ),
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    wideOnly: true,
    cell: (row) => row.assignee?.name ?? 'Nobody',
  },
]

const isOverdue = ({ dueAt }: Transaction): boolean =>
  dueAt !== null && new Date(dueAt).getTime() < Date.now()
