import {
  type DocumentRequest,
  documentRequestActions,
  documentRequestRefusal,
} from '@countersign/contracts/trust'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { rowLinkClass } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { type Answer, AnswerDialog } from './answer-dialog.tsx'
import { RequestStatus, typeLabel } from './document-words.tsx'
import { NewRows } from './new-rows.tsx'
import { useHeldRows } from './use-polled.ts'

/** The requests of one side as the server gives them. */
export type RequestList = UseQueryResult<{ requests: DocumentRequest[]; next: string | null }>

const idOf = ({ id }: DocumentRequest) => id
const can = (action: Answer, request: DocumentRequest) =>
  !documentRequestRefusal(action, request, Date.now())

/** What others ask of us: to approve, decline or revoke, one by one or several at once. */
export function ReceivedRequests({ list }: { list: RequestList }) {
  const { shown, waiting, show } = useHeldRows(list.data?.requests, idOf)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ action: Answer; requests: DocumentRequest[] }>()
  const { reason } = useCan(documentRequestActions.APPROVE.permission)
  const chosen = (shown ?? []).filter((row) => ticked.has(row.id) && row.status === 'PENDING')
  if (list.error && !shown)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const bulk = (action: Answer, word: string) => (
    <Button
      variant={action === 'APPROVE' ? 'primary' : 'secondary'}
      disabledReason={reason}
      onClick={() => setAsked({ action, requests: chosen })}
    >
      {word} {chosen.length}
    </Button>
  )
  const columns: Column<DocumentRequest>[] = [
    {
      id: 'company',
      header: 'Company',
      cell: (row) => (
        <Link
          to="/network/vasps/$did"
          params={{ did: row.requestingVASPdid }}
          className={rowLinkClass}
        >
          {row.requestingVASPName}
        </Link>
      ),
    },
    { id: 'what', header: 'Asks for', cell: (row) => <What request={row} /> },
    { id: 'status', header: 'Status', cell: (row) => <RequestStatus request={row} /> },
    { id: 'age', header: 'Asked', cell: (row) => <Time value={row.requestedAt} inRow /> },
    {
      id: 'actions',
      header: 'Answer',
      headerHidden: true,
      cell: (row) => (
        <span className="flex gap-2 py-1 sm:justify-end">
          {can('APPROVE', row) && (
            <RowButton request={row} reason={reason} action="APPROVE" onAsk={setAsked} />
          )}
          {can('DECLINE', row) && (
            <RowButton request={row} reason={reason} action="DECLINE" onAsk={setAsked} />
          )}
          {can('REVOKE', row) && (
            <RowButton request={row} reason={reason} action="REVOKE" onAsk={setAsked} />
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <NewRows count={waiting} onShow={show} />
      {chosen.length > 0 && (
        <div role="toolbar" aria-label="Chosen requests" className="mb-3 flex items-center gap-2">
          <span className="text-sm text-muted">{chosen.length} chosen</span>
          {bulk('APPROVE', 'Approve')}
          {bulk('DECLINE', 'Decline')}
        </div>
      )}
      <DataTable
        caption="Received requests"
        columns={columns}
        rows={shown}
        keyOf={idOf}
        nameOf={(row) => `${row.requestingVASPName}, ${typeLabel(row.documentType)}`}
        selection={{ keys: ticked, onChange: setTicked }}
        skeletonRows={5}
        empty={
          <EmptyState kind="nothing" title="No requests yet">
            When another company asks for your documents or your questionnaire, it shows up here.
          </EmptyState>
        }
      />
      {asked && (
        <AnswerDialog
          {...asked}
          onClose={() => {
            setAsked(undefined)
            setTicked(new Set())
          }}
        />
      )}
    </>
  )
}

/** What is asked for, with the words of both sides. */
export function What({ request }: { request: DocumentRequest }) {
  const { documentType, message, reason } = request
  return (
    <span className="block max-w-[44ch] min-w-0 py-1">
      {typeLabel(documentType)}
      {message && <span className="block text-sm wrap-anywhere text-muted">“{message}”</span>}
      {reason && <span className="block text-sm wrap-anywhere text-muted">Answer: “{reason}”</span>}
    </span>
  )
}

const verbs = { APPROVE: 'Approve', DECLINE: 'Decline', REVOKE: 'Revoke' } as const

type RowButtonProps = {
  request: DocumentRequest
  action: Answer
  reason: string | undefined
  onAsk: (asked: { action: Answer; requests: DocumentRequest[] }) => void
}

function RowButton({ request, action, reason, onAsk }: RowButtonProps) {
  return (
    <Button disabledReason={reason} onClick={() => onAsk({ action, requests: [request] })}>
      {verbs[action]}
      <span className="sr-only">
        {' '}
        {request.requestingVASPName}, {typeLabel(request.documentType)}
      </span>
    </Button>
  )
}
