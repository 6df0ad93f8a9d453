import type { Drift, Reconciliation } from '@countersign/contracts/billing'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, useChange, usePages } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import { pagesOf } from '../ui/table/csv.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { Day } from '../ui/value/day.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { DifferenceDrawer } from './difference-drawer.tsx'
import { differenceWords, doneWords } from './difference-words.ts'
import type { DifferencesSearch } from './search.ts'

const route = getRouteApi('/signed-in/admin/billing/reconciliation')

/** A comparison that was asked for takes seconds. */
const pollMs = 10_000

const columns: Column<Drift>[] = [
  {
    id: 'kind',
    header: 'Difference',
    cell: ({ id, kind }) => (
      <Link
        to="."
        search={(before) => ({ ...before, open: id })}
        resetScroll={false}
        className={rowLinkClass}
      >
        {differenceWords[kind][0]}
      </Link>
    ),
  },
  { id: 'company', header: 'Company', cell: ({ name, customer_id: id }) => name ?? id },
  { id: 'day', header: 'Day', cell: ({ day }) => (day ? <Day on={day} /> : '–') },
  { id: 'ours', header: 'Our value', cell: ({ ours }) => ours ?? '–', wideOnly: true },
  { id: 'theirs', header: 'Provider’s value', cell: ({ theirs }) => theirs ?? '–', wideOnly: true },
  {
    id: 'since',
    header: 'First seen',
    cell: ({ first_seen_at: at }) => <Time value={at} inRow />,
  },
  {
    id: 'action',
    header: 'Done',
    cell: ({ action }) => (action ? doneWords[action] : 'Nothing yet'),
  },
]

const csv = [
  { header: 'Difference', value: ({ kind }: Drift) => differenceWords[kind][0] },
  { header: 'Company', value: ({ name }: Drift) => name },
  { header: 'DID', value: ({ did }: Drift) => did },
  { header: 'Provider’s customer', value: ({ customer_id: id }: Drift) => id },
  { header: 'Day', value: ({ day }: Drift) => day },
  { header: 'Our value', value: ({ ours }: Drift) => ours },
  { header: 'Provider’s value', value: ({ theirs }: Drift) => theirs },
  { header: 'First seen', value: ({ first_seen_at: at }: Drift) => at },
  { header: 'Last seen', value: ({ last_seen_at: at }: Drift) => at },
  { header: 'Done', value: ({ action }: Drift) => action && doneWords[action] },
  { header: 'Decided by', value: ({ decided_by: by }: Drift) => by },
  { header: 'Reason', value: ({ reason }: Drift) => reason },
  { header: 'Closed', value: ({ closed_at: at }: Drift) => at },
]

const fields: Filter<DifferencesSearch>[] = [
  {
    key: 'state',
    label: 'Differences',
    any: 'Open',
    options: [{ value: 'closed', label: 'Closed' }],
  },
]

/** What differs between us and the billing provider, for the network's operator. */
export function AdminDifferences() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <Report />
}

function Report() {
  const search = route.useSearch()
  const { state = 'open', open } = search
  const navigate = route.useNavigate()
  const list = usePages(
    api.reconciliation.drift,
    { query: { state } },
    { polls: pollMs, keeps: true },
  )
  const compare = useChange(() => api.reconciliation.reconcile({ body: {} }), {
    invalidates: [api.reconciliation.drift],
    says: 'Comparing all customers with the provider',
  })
  const runs = list.data?.pages[0]?.runs
  const isRunning = runs?.some((run) => run.finished_at === null)
  return (
    <>
      <PageHeader
        title="Billing differences"
        description="Where our records and the billing provider’s differ. Compared every night."
        above={
          <Link to="/admin/billing" className={linkClass}>
            Subscriptions
          </Link>
        }
        actions={
          <Button
            pending={compare.isPending}
            disabledReason={isRunning ? 'A comparison is in progress' : undefined}
            onClick={() => compare.mutate()}
          >
            Compare now
          </Button>
        }
      />
      <DataList
        filters={filtered({
          search,
          change: (next) => navigate({ search: next, replace: true }),
          fields,
        })}
        error={list.error}
        onRetry={() => void list.refetch()}
        pages={list}
        caption="Differences"
        columns={columns}
        rows={list.data?.pages.flatMap(({ data }) => data)}
        keyOf={({ id }) => id}
        activeKey={open}
        skeletonRows={5}
        noMatch="Nothing closed yet"
        top={
          <ExportButton
            name={`billing-differences-${state}`}
            columns={csv}
            pages={() =>
              pagesOf<Drift>(async (place) => {
                const query = { per_page: '100', ...(place && { cursor: place }) }
                const page = await api.reconciliation.drift({ query: { state, ...query } })
                return { rows: page.data, next: page.next }
              })
            }
          />
        }
        empty={
          <EmptyState kind="nothing" icon={CircleCheck} title="No differences">
            <LastRun run={runs?.find((run) => run.finished_at)} />
          </EmptyState>
        }
      />
      <Section title="Comparisons">
        <DataTable
          caption="Comparisons"
          columns={runColumns}
          rows={runs ?? (list.error ? [] : undefined)}
          keyOf={({ id }) => id}
          skeletonRows={3}
          empty={<EmptyState kind="nothing" title="No comparisons yet" />}
        />
      </Section>
      {open && (
        <DifferenceDrawer
          key={open}
          id={open}
          onClose={() =>
            void navigate({
              search: (before) => ({ ...before, open: undefined }),
              resetScroll: false,
            })
          }
        />
      )}
    </>
  )
}

const counted = (count: number, noun: string) =>
  `${numberText(count)} ${count === 1 ? noun : `${noun}s`}`

function LastRun({ run }: { run: Reconciliation | undefined }) {
  if (!run?.finished_at)
    return 'Nothing has been compared yet. With a billing provider, all customers are compared every night.'
  return (
    <>
      Compared {counted(run.customers, 'customer')} and {counted(run.compared_days, 'day')}{' '}
      <Time value={run.finished_at} />.
    </>
  )
}

const stateOf = ({ started_at: started, finished_at: finished, failed }: Reconciliation) => {
  if (!finished) return started ? 'Running' : 'Waiting'
  return failed === 0 ? 'Done' : `Done, ${failed} couldn’t be read`
}

const runColumns: Column<Reconciliation>[] = [
  { id: 'asked', header: 'Started', cell: ({ asked_at: at }) => <Time value={at} inRow /> },
  { id: 'scope', header: 'Compared', cell: ({ did }) => did ?? 'All customers', wideOnly: true },
  { id: 'state', header: 'State', cell: stateOf },
  { id: 'customers', header: 'Customers', cell: ({ customers }) => customers, align: 'end' },
  { id: 'days', header: 'Days', cell: ({ compared_days: days }) => days, align: 'end' },
  { id: 'drifts', header: 'Differences', cell: ({ drifts }) => drifts, align: 'end' },
]
