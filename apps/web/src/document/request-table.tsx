import type { DocumentRequest } from '@countersign/contracts/trust'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataList } from '../page/index.ts'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { SelectedBar } from '../ui/list/selected-bar.tsx'
import type { Column, Selection } from '../ui/table/data-table.tsx'
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

const fields: Filter<{ standing?: RequestStanding | undefined }>[] = [
  {
    key: 'standing',
    label: 'Show',
    any: 'All requests',
    options: requestStandings.map((value) => ({ value, label: words[value] })),
  },
]

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
  acts: ReactNode
  empty: ReactNode
}

/** Requests of one side: narrowed by how they stand, chosen for a common answer, older ones on demand. */
export function RequestTable(props: Props) {
  const { caption, side, list, rows, company, actions, nameOf, selection, acts, empty } = props
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
      <DataList
        error={shown ? null : list.error}
        onRetry={() => void list.refetch()}
        filters={
          some || !shown
            ? filtered({
                search: { standing },
                change: (next) => narrow(next.standing),
                fields,
              })
            : undefined
        }
        pages={list}
        more="Show older requests"
        caption={caption}
        columns={columns}
        rows={shown}
        keyOf={requestId}
        nameOf={nameOf}
        selection={selection}
        activeKey={props.activeId}
        onFiles={props.onFiles}
        skeletonRows={5}
        noMatch="No matching requests"
        empty={empty}
      />
      {acts && (
        <SelectedBar
          label="Selected requests"
          summary={
            <span className="font-semibold whitespace-nowrap">{selection.keys.size} selected</span>
          }
          onClear={() => selection.onChange(new Set())}
        >
          {acts}
        </SelectedBar>
      )}
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
