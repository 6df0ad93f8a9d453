import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { api, useColumnWidths, useKept, useOperation } from '../api/index.ts'
import { CompanyPeek, VisitorNotice } from '../company/index.ts'
import { DataList } from '../page/index.ts'
import { ReviewDrawer, useReview, useRowKeys, verdictKeys } from '../review/index.ts'
import { isSignedIn, useCompany, useReviewer, useViewer } from '../session/index.ts'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePrinting } from '../ui/page/use-printing.ts'
import { pagesOf } from '../ui/table/csv.ts'
import { ExportButton } from '../ui/table/export-button.tsx'
import { focusRow, type ListKeys } from '../ui/table/list-keys.ts'
import { DirectoryCards } from './cards.tsx'
import { type DirectoryRow, directoryColumns, directoryCsv } from './columns.tsx'
import { chipsOf, DirectoryFilters } from './filters.tsx'
import {
  type DirectorySearch,
  hiddenOf,
  memberFilters,
  noFilters,
  ordersFor,
  publicFilters,
} from './search.ts'
import { TickedBar } from './ticked-bar.tsx'
import { useTicked } from './use-ticked.ts'

const route = getRouteApi('/network/search')

const Elsewhere = lazy(() =>
  import('./elsewhere.tsx').then(({ Elsewhere }) => ({ default: Elsewhere })),
)

/** Everybody in the network: search, filters in the address, and a page of companies. */
export function Directory() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const signedIn = isSignedIn(useViewer())
  const company = useCompany()
  const reviewer = useReviewer()
  const words = useDeferredValue(search.q)
  const { rows, pagination, facets, error, pending, refetch } = useDirectory(
    search,
    reviewer,
    words,
  )
  const ticked = useTicked(rows, company)
  const [reviewing, setReviewing] = useState<DirectoryRow | null>(null)
  const change = (changes: Partial<DirectorySearch>) =>
    navigate({
      search: (before) => ({ ...before, cursor: undefined, peek: undefined, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const peek = (did: string | undefined) =>
    navigate({
      search: (before) => ({ ...before, peek: did }),
      replace: search.peek !== undefined,
      resetScroll: false,
    })
  useDirectoryKeys({
    rows,
    peeked: search.peek,
    open: reviewing !== null,
    peek,
    rowKeys: signedIn ? ticked.rowKeys : {},
    reviews: reviewer !== null,
  })
  const total = pagination?.total
  useEffect(() => {
    if (total !== undefined && !pending) announce(counted(total))
  }, [total, pending])
  const turn = (cursor: string | null | undefined) =>
    cursor
      ? () => navigate({ search: (before) => ({ ...before, cursor, peek: undefined }) })
      : undefined
  const columns = directoryColumns(reviewer ? setReviewing : undefined, company)
  const printing = usePrinting()
  const kept = useKept('columns.directory', z.array(z.string()), reviewer !== null)
  const columnWidths = useColumnWidths('directory', reviewer !== null)
  const chosen = search.hide === undefined ? (kept.value ?? []) : hiddenOf(search)
  const hidden = printing ? [] : chosen
  const list = {
    rows,
    keyOf: didOf,
    nameOf,
    copyOf: didOf,
    activeKey: search.peek,
    ...(signedIn && { selection: ticked.selection }),
  }

  return (
    <>
      <PageHeader
        title="Directory"
        description="Companies that send and receive Travel Rule data, and what the network knows about them."
      />
      <DirectoryFilters
        {...{ search, change, facets, signedIn }}
        reviews={reviewer !== null}
        columns={{
          all: columns.slice(1),
          hidden: chosen,
          onHide: (next) => {
            kept.keep(next)
            change({ hide: next.join(',') || undefined })
          },
        }}
      />
      <DataList
        error={error}
        onRetry={refetch}
        filters={{ chips: chipsOf(search, change), onClear: () => change(noFilters) }}
        caption="Companies"
        columns={columns.filter(({ id }) => !hidden.includes(id))}
        skeletonRows={12}
        {...list}
        {...(signedIn && columnWidths)}
        cards={
          search.view === 'cards' && (
            <DirectoryCards
              {...list}
              onReview={reviewer ? setReviewing : undefined}
              own={company}
            />
          )
        }
        noMatch="No matching companies"
        empty={<EmptyState kind="nothing" title="No companies yet" />}
        elsewhere={
          signedIn &&
          words && (
            <Suspense>
              <Elsewhere key={words} words={words} />
            </Suspense>
          )
        }
        count={total === undefined ? '' : counted(total)}
        top={signedIn && <ExportButton {...fileOf(search, reviewer)} />}
        turn={
          pagination && {
            pending,
            onPrevious: turn(pagination.previous),
            onNext: turn(pagination.next),
          }
        }
      />
      {!signedIn && (
        <div className="mt-4">
          <VisitorNotice />
        </div>
      )}
      {signedIn && <TickedBar list={ticked} company={reviewer} />}
      <CompanyPeek
        did={search.peek}
        reviewer={reviewer}
        onClose={() => peek(undefined)}
        onReview={(vasp) => setReviewing(vasp)}
      />
      <ReviewDrawer of={reviewing} onClose={() => setReviewing(null)} />
    </>
  )
}

/** A file of what the filters leave, with what members may read. */
const fileOf = (search: DirectorySearch, reviewer: string | null) => ({
  name: 'directory',
  columns: directoryCsv,
  pages: (signal: AbortSignal) =>
    pagesOf(async (cursor) => {
      const query = {
        ...memberFilters(search, reviewer, search.q),
        per_page: 100,
        ...(search.order && { order: search.order }),
        ...(cursor && { cursor }),
      }
      const page = await api.vasp.list({ query }, { signal })
      return { rows: page.vasps, next: page.pagination.next }
    }),
})

const didOf = (vasp: DirectoryRow) => vasp.did
const nameOf = (vasp: DirectoryRow) => vasp.name
const counted = (total: number) => (total === 1 ? '1 company' : `${numberText(total)} companies`)

function useDirectory(search: DirectorySearch, reviewer: string | null, words: string | undefined) {
  const signedIn = isSignedIn(useViewer())
  const order = ordersFor(signedIn).find((one) => one === search.order)
  const page = {
    ...(order && { order }),
    ...(search.cursor && order === search.order && { cursor: search.cursor }),
  }
  const filters = memberFilters(search, reviewer, words)
  const members = useOperation(
    api.vasp.list,
    { query: { ...filters, ...page } },
    { enabled: signedIn, placeholderData: keepPreviousData },
  )
  const visitors = useOperation(
    api.public.listVasps,
    { query: { ...publicFilters(search, words), ...page } },
    { enabled: !signedIn, placeholderData: keepPreviousData },
  )
  const list = signedIn ? members : visitors
  const rows: readonly DirectoryRow[] | undefined = list.data?.vasps
  const facets = useOperation(
    api.vasp.facets,
    { query: filters },
    { enabled: signedIn, placeholderData: keepPreviousData, staleTime: 30_000 },
  )
  return {
    rows,
    pagination: list.data?.pagination,
    facets: facets.data,
    error: list.error,
    pending: list.isPlaceholderData,
    refetch: () => void list.refetch(),
  }
}

/** Keys of the list: j, k, Space, x, and t, m, b for a verdict; in the drawer j and k go on. */
function useDirectoryKeys({
  rows,
  peeked,
  open,
  peek,
  rowKeys,
  reviews,
}: {
  rows: readonly DirectoryRow[] | undefined
  peeked: string | undefined
  open: boolean
  peek: (did: string | undefined) => unknown
  rowKeys: ListKeys
  reviews: boolean
}): void {
  const { give, reason } = useReview()
  const at = (row: number | null) =>
    peeked ? rows?.find(({ did }) => did === peeked) : row === null ? undefined : rows?.[row]
  const move = (by: number) => {
    const now = rows?.findIndex(({ did }) => did === peeked) ?? -1
    const next = rows?.[now + by]
    if (next) void peek(next.did)
  }
  useRowKeys(
    open
      ? {}
      : {
          ' ': (row) => peek(peeked ? undefined : (at(row) ?? rows?.[0])?.did),
          ...(!peeked && rowKeys),
          ...(peeked && { j: () => move(1), k: () => move(-1) }),
          ...(reviews &&
            !reason &&
            Object.fromEntries(
              Object.entries(verdictKeys).map(([key, reviewValue]) => [
                key,
                (row: number | null) => {
                  const vasp = at(row)
                  if (vasp) give.mutate({ did: vasp.did, name: vasp.name, reviewValue })
                },
              ]),
            )),
        },
    { inDialog: peeked !== undefined && !open },
  )
  // The row that was looked at has focus again when the drawer closes.
  const [last, setLast] = useState<string>()
  useEffect(() => {
    if (peeked) setLast(peeked)
    else if (last) {
      const row = rows?.findIndex(({ did }) => did === last) ?? -1
      setLast(undefined)
      if (row >= 0) requestAnimationFrame(() => focusRow(row))
    }
  }, [peeked, last, rows])
}
