import type { Transaction } from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Search, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { useHeldRows } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { useMedia } from '../ui/page/use-media.ts'
import { ChipFilter, type FilterChip } from '../ui/table/chip-filter.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useTimeZone } from '../ui/value/time-zone.ts'
import { BulkBar } from './bulk-bar.tsx'
import { columns, inboxColumns } from './columns.tsx'
import { chipsOf, type Filter, queryOf, readFilter, writeFilter } from './filter.ts'
import { FindPerson } from './find-person.tsx'
import { countsQuery, filters, type ListFilters, useTransferPages } from './queries.ts'
import { type TransferView, transferViews } from './search.ts'
import { UnsentActs } from './unsent-acts.tsx'
import { useInboxKeys } from './use-inbox-keys.tsx'
import { useSelected } from './use-selected.ts'
import { amountWords, counterpartyWords } from './words.tsx'

const BulkDialog = lazy(() =>
  import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })),
)
const FilterDialog = lazy(() =>
  import('./filter-dialog.tsx').then(({ FilterDialog }) => ({ default: FilterDialog })),
)

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
  const { allowed: mayView } = useCan('transactions.approve')
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
            {mayView && readOnly === undefined && (
              <Link to="/transactions/views" className={buttonClass()}>
                Data access
              </Link>
            )}
            {mayFind && <FindPerson company={company} />}
            {mayCreate && readOnly === undefined && (
              <Link to="/transactions/new" className={buttonClass('primary')}>
                <Plus size={16} aria-hidden /> New transfer
              </Link>
            )}
          </>
        }
      />
      <UnsentActs company={company} />
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
  const zone = useTimeZone()
  const [typed, setTyped] = useState(search.q ?? '')
  const [filtering, setFiltering] = useState(false)
  const q = useDeferredValue(search.q)
  const filterText = useDeferredValue(search.filter)
  const filter = readFilter(filterText)
  const change = (next: { q?: string | undefined; filter?: string | undefined }) =>
    void navigate({
      search: (before) => {
        const { q: words, filter: narrowed, ...rest } = { ...before, ...next }
        return { ...rest, ...(words && { q: words }), ...(narrowed && { filter: narrowed }) }
      },
      replace: true,
      resetScroll: false,
    })
  const narrow = (next: Filter) => change({ filter: writeFilter(next) })
  const chips = chipsOf(filter, narrow)
  const clearWords = () => {
    setTyped('')
    change({ q: undefined })
  }
  return (
    <>
      <form
        className="mb-3 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          change({ q: typed.trim() })
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
            if (value === '') clearWords()
          }}
        />
        <Button onClick={() => setFiltering(true)}>
          <SlidersHorizontal size={16} aria-hidden /> Filter
        </Button>
      </form>
      {chips.length > 0 && <ChipFilter chips={chips} />}
      <Suspense>
        {filtering && (
          <FilterDialog filter={filter} onClose={() => setFiltering(false)} onApply={narrow} />
        )}
      </Suspense>
      <Found
        key={`${q ?? ''} ${filterText ?? ''}`}
        {...{ company, view }}
        narrowed={{ ...queryOf(filter, zone), ...(q && { q }) }}
        chips={[...(q ? [{ label: `Search: ${q}`, onRemove: clearWords }] : []), ...chips]}
        onClear={() => {
          setTyped('')
          change({ q: undefined, filter: undefined })
        }}
      />
    </>
  )
}

type FoundProps = {
  company: string
  view: TransferView
  /** What the view is narrowed by, and the same as chips. */
  narrowed: ListFilters
  chips: readonly FilterChip[]
  onClear: () => void
}

function Found({ company, view, narrowed, chips, onClear }: FoundProps) {
  const pages = useTransferPages(company, view, narrowed)
  const loaded = pages.data?.pages.flatMap((page) => page.transactions)
  const held = useHeldRows(loaded, ({ id }) => id, pages.data?.pages.length)
  const isInbox = view === 'inbox'
  // Rows of the inbox hold still: one that is acted on keeps its place until it is done.
  const rows = isInbox ? held.shown : loaded
  const total = pages.data?.pages[0]?.paginateInfo.totalItems
  const { bulk } = route.useSearch()
  const navigate = route.useNavigate()
  const look = (next: string | undefined) =>
    void navigate({
      search: ({ bulk: _, ...rest }) => ({ ...rest, ...(next && { bulk: next }) }),
      replace: true,
      resetScroll: false,
    })
  const selection = useSelected(rows, ({ id }) => id)
  // Rows that have left the list are still named in the results.
  const seen = useRef(new Map<string, Transaction>()).current
  for (const row of rows ?? []) seen.set(row.id, row)
  const narrow = useMedia('(max-width: 767px)')
  const dialog = useInboxKeys(company, rows ?? [], !isInbox)
  if (pages.error && !rows)
    return <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <>
      {dialog}
      <Suspense>
        {bulk && (
          <BulkDialog
            key={bulk}
            {...{ company, taskId: bulk }}
            rowOf={(id) => seen.get(id)}
            onNext={look}
            onClose={(refused) => {
              look(undefined)
              selection.onChange(new Set(refused))
            }}
          />
        )}
      </Suspense>
      <div className="mb-2 flex min-h-8 items-center justify-end gap-3">
        {isInbox && held.waiting > 0 && (
          <Button onClick={held.show}>Show {held.waiting} new</Button>
        )}
        {rows && total !== undefined && (
          <p className="text-sm text-muted tabular-nums">
            {rows.length} of {total.toLocaleString('en')}
          </p>
        )}
      </div>
      <DataTable
        caption={`${labels[view]}: transfers`}
        columns={isInbox ? inboxColumns : columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={(row) => `${amountWords(row)}, ${counterpartyWords(row)}`}
        copyOf={({ id }) => id}
        skeletonRows={8}
        selection={narrow ? undefined : selection}
        empty={
          chips.length > 0 ? (
            <EmptyState
              kind="no-match"
              title="No matching transfers"
              filters={chips}
              onClear={onClear}
            />
          ) : (
            <Nothing view={view} />
          )
        }
      />
      {selection.keys.size > 0 && rows && !narrow && (
        <BulkBar
          {...{ company, rows, total: total ?? 0 }}
          selected={selection.keys}
          filter={{ ...filters[view], ...narrowed }}
          onClear={() => selection.onChange(new Set())}
          onPrepared={look}
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
