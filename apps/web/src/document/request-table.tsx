import type { DocumentRequest } from '@countersign/contracts/trust'
import { getRouteApi } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadError } from '../page/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { type Column, DataTable, type Selection } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Time } from '../ui/value/time.tsx'
import { type RequestStanding, requestStandings } from './due-diligence-search.ts'
import { NewRows } from './new-rows.tsx'
import { QuestionCount } from './question-count.tsx'
import { type RequestList, requestId, type useRequestRows } from './request-list.ts'
import { Due, RequestStatus, typeLabel } from './words.tsx'

const route = getRouteApi('/signed-in/due-diligence')

const words: Record<RequestStanding, string> = {
  open: 'Awaiting an answer',
  approved: 'Approved',
  closed: 'Declined or ended',
}

type Props = {
  caption: string
  side: 'owner' | 'requester'
  list: RequestList
  rows: ReturnType<typeof useRequestRows>
  company: Column<DocumentRequest>
  /** What can be done with one row. */
  actions: (row: DocumentRequest) => ReactNode
  nameOf: (row: DocumentRequest) => string
  selection: Selection
  /** The request that a link is about. */
  activeId?: string | undefined
  /** Files that were dropped on a row. */
  onFiles?: ((row: DocumentRequest, files: File[]) => void) | undefined
  /** What can be done with the chosen rows; nothing when none is chosen. */
  toolbar: ReactNode
  empty: ReactNode
}

/** Requests of one side: narrowed by how they stand, chosen for a common answer, older ones on demand. */
export function RequestTable(props: Props) {
  const { caption, side, list, rows, company, actions, nameOf, selection, toolbar, empty } = props
  const { shown, some, waiting, show } = rows
  const { standing } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (next: RequestStanding | undefined) => {
    selection.onChange(new Set())
    void navigate({
      search: ({ standing: _, ...rest }) => ({ ...rest, ...(next && { standing: next }) }),
      replace: true,
    })
  }
  if (list.error && !shown)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const columns: Column<DocumentRequest>[] = [
    company,
    { id: 'what', header: 'Request', cell: (row) => <What request={row} /> },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => (
        <>
          <RequestStatus request={row} side={side} />
          <QuestionCount request={row} side={side} />
        </>
      ),
    },
    {
      id: 'age',
      header: 'Requested',
      cell: (row) => (
        <>
          <Time value={row.requestedAt} inRow />
          <Due at={row.dueAt} />
        </>
      ),
    },
    { id: 'actions', header: 'Actions', headerHidden: true, cell: actions },
  ]
  return (
    <>
      <NewRows count={waiting} onShow={show} />
      {(some || !shown) && (
        <div className="mb-3 flex min-h-control flex-wrap items-center gap-x-3 gap-y-2">
          <SelectField
            label="Show"
            labelHidden
            className="w-48"
            value={standing ?? ''}
            options={[
              { value: '', label: 'All requests' },
              ...requestStandings.map((value) => ({ value, label: words[value] })),
            ]}
            onChange={({ target: { value } }) =>
              narrow(requestStandings.find((one) => one === value))
            }
          />
          {toolbar && (
            <div
              role="toolbar"
              aria-label="Selected requests"
              className="flex flex-wrap items-center gap-2"
            >
              <span className="text-sm text-muted tabular-nums">
                {selection.keys.size} selected
              </span>
              {toolbar}
              <IconButton
                icon={X}
                label="Clear selection"
                onClick={() => selection.onChange(new Set())}
              />
            </div>
          )}
        </div>
      )}
      <DataTable
        caption={caption}
        columns={columns}
        rows={shown}
        keyOf={requestId}
        nameOf={nameOf}
        selection={selection}
        activeKey={props.activeId}
        onFiles={props.onFiles}
        skeletonRows={5}
        empty={
          some && standing ? (
            <EmptyState
              kind="no-match"
              title="No matching requests"
              filters={[{ label: words[standing], onRemove: () => narrow(undefined) }]}
              onClear={() => narrow(undefined)}
            />
          ) : (
            empty
          )
        }
      />
      <ShowMore pages={list} label="Show older requests" />
    </>
  )
}

/** What is asked for, with the words of both sides. */
function What({ request }: { request: DocumentRequest }) {
  const { documentType, message, reason } = request
  return (
    <span className="block max-w-[52ch] min-w-0 py-1 md:min-w-[26ch]">
      {typeLabel(documentType)}
      {message && <span className="block text-sm wrap-anywhere text-muted">“{message}”</span>}
      {reason && <span className="block text-sm wrap-anywhere text-muted">Answer: “{reason}”</span>}
    </span>
  )
}
