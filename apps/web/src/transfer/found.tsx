import type { Transaction } from '@countersign/contracts/transactions'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { useColumnWidths, useHeldRows } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { soon } from '../ui/overlay/soon.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { useMedia } from '../ui/page/use-media.ts'
import type { FilterChip } from '../ui/table/chip-filter.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columns, inboxColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { filters, type ListFilters, useTransferPages } from './queries.ts'
import type { TransferView } from './search.ts'
import { SearchMore } from './search-more.tsx'
import { useInboxKeys } from './use-inbox-keys.tsx'
import { useSelected } from './use-selected.ts'
import { amountWords, counterpartyWords } from './words.tsx'

const BulkDialog = soon(() =>
  import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })),
)

const route = getRouteApi('/signed-in/transactions')

/** The views by name. */
export const viewLabels: Record<TransferView, string> = {
  inbox: 'Inbox',
  outgoing: 'Outgoing',
  incoming: 'Incoming',
  all: 'All',
}

type FoundProps = {
  company: string
  view: TransferView
  /** What the view is narrowed by, and the same as chips. */
  narrowed: ListFilters
  chips: readonly FilterChip[]
  onClear: () => void
}

/** The transfers that a view and its filters leave, and what is done to them. */
export function Found({ company, view, narrowed, chips, onClear }: FoundProps) {
  const pages = useTransferPages(company, view, narrowed)
  const loaded = pages.data?.pages.flatMap((page) => page.transactions)
  const held = useHeldRows(loaded, ({ id }) => id, pages.data?.pages.length)
  const isInbox = view === 'inbox'
  // Rows of the inbox hold still: one that is acted on keeps its place until it is done.
  const rows = isInbox ? held.shown : loaded
  const { totalItems: total, totalIsLowerBound } = pages.data?.pages[0]?.paginateInfo ?? {}
  const isPartial = Boolean(pages.data?.pages.at(-1)?.paginateInfo.scannedUntil)
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
  const filter = { ...filters[view], ...narrowed }
  const columnWidths = useColumnWidths('transfers')
  const narrow = useMedia('(max-width: 767px)')
  const { dialog, buttonsOf } = useInboxKeys(company, rows ?? [], !isInbox)
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
      <DataList
        error={rows ? null : pages.error}
        onRetry={() => void pages.refetch()}
        filters={{ chips, onClear }}
        count={
          !rows || total === undefined
            ? ''
            : `${rows.length} of ${totalIsLowerBound ? 'more than ' : ''}${numberText(Math.max(total, rows.length))}`
        }
        top={
          <>
            {isInbox && held.waiting > 0 && (
              <Button onClick={held.show}>Show {held.waiting} new</Button>
            )}
            <ExportButton company={company} filter={filter} />
          </>
        }
        caption={`${viewLabels[view]}: transfers`}
        columns={
          !isInbox
            ? columns
            : narrow
              ? [
                  ...inboxColumns,
                  {
                    id: 'acts',
                    header: 'Actions',
                    headerHidden: true,
                    cell: (row) => {
                      const buttons = buttonsOf(row)
                      return buttons.length > 0 ? (
                        <span className="flex flex-wrap gap-2 pt-1">{buttons}</span>
                      ) : null
                    },
                  },
                ]
              : inboxColumns
        }
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={(row) => `${amountWords(row)}, ${counterpartyWords(row)}`}
        copyOf={({ id }) => id}
        skeletonRows={8}
        selection={narrow ? undefined : selection}
        {...columnWidths}
        noMatch={isPartial ? 'No matching transfers so far' : 'No matching transfers'}
        empty={<Nothing view={view} />}
      />
      {selection.keys.size > 0 && rows && !narrow && (
        <BulkBar
          {...{ company, rows, total: total ?? 0 }}
          selected={selection.keys}
          filter={filter}
          onClear={() => selection.onChange(new Set())}
          onPrepared={look}
        />
      )}
      <SearchMore
        pages={pages}
        infos={pages.data?.pages.map(({ paginateInfo }) => paginateInfo) ?? []}
      />
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
