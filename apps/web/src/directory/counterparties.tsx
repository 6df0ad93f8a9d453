import type { Counterparty } from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, useColumnWidths, useKept, useOperation } from '../api/index.ts'
import { CountedAt } from '../company/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { isDue, ReviewDrawer, useReview, useRowKeys, verdictKeys } from '../review/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { filtered } from '../ui/list/filter-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { focusRow } from '../ui/table/list-keys.ts'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { columnsWith } from './counterparty-columns.tsx'
import { fieldsFor, fits } from './counterparty-filters.ts'
import { CounterpartyOrder, inOrder } from './counterparty-order.ts'
import { type CounterpartySearch, reviewStates } from './counterparty-search.ts'
import { TickedBar } from './ticked-bar.tsx'
import { useTicked } from './use-ticked.ts'
import { filtersOf } from './view-filters.ts'
import { SavedViews } from './view-tools.tsx'

const route = getRouteApi('/signed-in/network/counterparties')

/** The companies that most transfers are with, and how far they are reviewed: one key for each verdict. */
export function Counterparties() {
  const company = useCompany()
  const { allowed } = useCan(api.vasp.list)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={api.vasp.list} />
  return <Top key={company} company={company} />
}

function Top({ company }: { company: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<CounterpartySearch>) =>
    navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const { data, error, refetch } = useOperation(api.counterparty.top, {
    query: { vaspDID: company },
  })
  const [reviewing, setReviewing] = useState<Counterparty | null>(null)
  const { give, reason } = useReview()
  const all = data?.results
  const { value: sort, keep: onSort } = useKept('sort.counterparties', CounterpartyOrder)
  const columnWidths = useColumnWidths('counterparties')
  const rows = useMemo(
    () =>
      inOrder(
        all?.filter((one) => fits(search, one)),
        sort,
      ),
    [all, search, sort],
  )
  const ticked = useTicked(rows?.map(namedOf), company)
  useRowKeys(
    reviewing || reason
      ? {}
      : {
          ...ticked.rowKeys,
          r: (row) => setReviewing((row === null ? undefined : rows?.[row]) ?? null),
          ...Object.fromEntries(
            Object.entries(verdictKeys).map(([key, reviewValue]) => [
              key,
              (row: number | null) => {
                const one = row === null ? undefined : rows?.[row]
                if (!one || row === null) return
                give.mutate({
                  did: one.vaspDID,
                  name: one.vaspName,
                  reviewValue,
                  waiting: one.waitingReview,
                })
                focusRow(row + 1)
              },
            ]),
          ),
        },
  )
  return (
    <>
      <PageHeader
        title="Counterparties"
        description="The companies you exchanged the most transfers with in the last 12 months."
        actions={
          <Link to="/network/reviews" className={buttonClass()}>
            Review mode
          </Link>
        }
      />
      {!all && !error && <div aria-hidden className="h-20 max-sm:h-34" />}
      {all && all.length > 0 && <Progress rows={all} keys={reason === undefined} />}
      <DataList
        filters={
          all && all.length > 0
            ? filtered(
                { search, change, fields: fieldsFor(all, search) },
                <SavedViews
                  screen="counterparties"
                  filters={filtersOf(search)}
                  onChoose={({ q, review }) =>
                    change({ q, review: reviewStates.find((state) => state === review) })
                  }
                />,
              )
            : undefined
        }
        error={error}
        onRetry={() => void refetch()}
        caption="Top counterparties"
        columns={columnsWith(setReviewing)}
        rows={rows}
        keyOf={(one) => one.vaspDID}
        nameOf={(one) => one.vaspName}
        copyOf={(one) => one.vaspDID}
        activeKey={reviewing?.vaspDID}
        sort={sort}
        onSort={onSort}
        selection={ticked.selection}
        {...columnWidths}
        skeletonRows={12}
        noMatch="No matching counterparties"
        empty={
          <EmptyState
            kind="nothing"
            title="No transfers yet"
            action={
              <Link to="/network/search" className={buttonClass('primary')}>
                Search directory
              </Link>
            }
          >
            Companies appear here once you exchange transfers with them.
          </EmptyState>
        }
      />
      {data?.lastUpdated && (
        <p className="py-3 text-sm text-muted">
          <CountedAt {...data} />
        </p>
      )}
      <TickedBar list={ticked} company={company} />
      <ReviewDrawer
        of={
          reviewing && {
            did: reviewing.vaspDID,
            name: reviewing.vaspName,
            review: reviewing.review,
            waitingReview: reviewing.waitingReview,
          }
        }
        onClose={() => setReviewing(null)}
      />
    </>
  )
}

function Progress({ rows, keys }: { rows: readonly Counterparty[]; keys: boolean }) {
  const done = rows.filter(({ review }) => review && !isDue(review)).length
  const due = rows.filter(({ review }) => isDue(review)).length
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <div className="flex min-w-56 flex-1 items-center gap-3">
        <div
          role="progressbar"
          aria-label="Reviewed"
          aria-valuemin={0}
          aria-valuemax={rows.length}
          aria-valuenow={done}
          className="h-1.5 max-w-72 flex-1 overflow-clip rounded-full bg-neutral-soft"
        >
          <div
            className="h-full rounded-full bg-success"
            ref={(bar) => bar?.style.setProperty('width', `${(done / rows.length) * 100}%`)}
          />
        </div>
        <p className="whitespace-nowrap">
          <span className="font-semibold tabular-nums">
            {done} of {rows.length} reviewed
          </span>
          {due > 0 && <span className="text-warning">, {due} due again</span>}
        </p>
      </div>
      {keys && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted max-sm:hidden">
          {[
            ['J', 'next'],
            ['T', 'trust'],
            ['M', 'monitor'],
            ['B', 'block'],
            ['R', 'with a note'],
            ['X', 'select'],
          ].map(([key = '', word]) => (
            <span key={key} className="inline-flex items-center gap-1">
              <KeyHint keys={key} /> {word}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

const namedOf = (one: Counterparty) => ({ did: one.vaspDID, name: one.vaspName })
