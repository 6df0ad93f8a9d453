import {
  type DocumentRequest,
  documentRequestActions,
  documentRequestRefusal,
  questionnaireType,
} from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { type Answer, AnswerDialog } from './answer-dialog.tsx'
import { isOpen, type RequestList, requestsOf, useRequestRows } from './request-list.ts'
import { RequestTable } from './request-table.tsx'
import { typeLabel } from './words.tsx'

const route = getRouteApi('/signed-in/due-diligence')

const can = (action: Answer, request: DocumentRequest) =>
  !documentRequestRefusal(action, request, Date.now())

const verbs = {
  APPROVE: 'Approve',
  DECLINE: 'Decline',
  REVOKE: 'Revoke',
  REOPEN: 'Reopen',
} as const
const answers = ['APPROVE', 'DECLINE', 'REVOKE', 'REOPEN'] as const satisfies Answer[]

/** What others ask of us: to approve, decline or revoke, one by one or several at once. */
export function ReceivedRequests({ list }: { list: RequestList }) {
  const { standing, request } = route.useSearch()
  const navigate = route.useNavigate()
  const rows = useRequestRows(list, standing)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  const linked = useLinkedRequest(list, request)
  const { reason } = useCan(documentRequestActions.APPROVE)
  const chosen = (rows.shown ?? []).filter((row) => ticked.has(row.id))
  const shown: Asked | undefined =
    asked ??
    (linked && isOpen(linked) && !reason ? { action: 'APPROVE', requests: [linked] } : undefined)
  const nameOf = (row: DocumentRequest) =>
    `${row.requestingVASPName}, ${typeLabel(row.documentType)}`
  return (
    <>
      <RequestTable
        caption="Received requests"
        side="owner"
        list={list}
        rows={rows}
        nameOf={nameOf}
        activeId={linked?.id}
        onFiles={
          reason
            ? undefined
            : (row, files) => isOpen(row) && setAsked({ action: 'APPROVE', requests: [row], files })
        }
        selection={{ keys: new Set(chosen.map(({ id }) => id)), onChange: setTicked }}
        company={{
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
        }}
        actions={(row) => (
          <span className="flex flex-wrap gap-2 py-1 sm:flex-nowrap sm:justify-end">
            {row.status === 'WAITING_FOR_INFORMATION' && (
              <Provide
                request={row}
                reason={reason}
                onUpload={() => setAsked({ action: 'APPROVE', requests: [row] })}
              />
            )}
            {answers
              .filter((action) => can(action, row))
              .map((action) => (
                <Button
                  key={action}
                  disabledReason={reason}
                  onClick={() => setAsked({ action, requests: [row] })}
                >
                  {verbs[action]}
                  <span className="sr-only"> {nameOf(row)}</span>
                </Button>
              ))}
          </span>
        )}
        acts={
          chosen.length > 0 &&
          answers.map((action) => {
            const fitting = chosen.filter((row) => can(action, row))
            return (
              <Button
                key={action}
                disabledReason={reason ?? (fitting.length === 0 ? nothingTo[action] : undefined)}
                onClick={() => setAsked({ action, requests: fitting })}
              >
                {verbs[action]} {fitting.length}
              </Button>
            )
          })
        }
        empty={
          <EmptyState kind="nothing" title="No requests yet">
            Requests from other companies for your documents or questionnaire appear here.
          </EmptyState>
        }
      />
      {shown && (
        <AnswerDialog
          key={shown.requests[0]?.id}
          {...shown}
          onClose={(answered) => {
            setAsked(undefined)
            if (request) void navigate({ search: ({ request: _, ...rest }) => rest, replace: true })
            if (answered) setTicked(new Set())
          }}
        />
      )}
    </>
  )
}

/** What is being answered, with files that were dropped on it. */
type Asked = { action: Answer; requests: DocumentRequest[]; files?: File[] }

/** The request that a link is about, on whichever page it stands. */
export function useLinkedRequest(list: RequestList, id: string | undefined) {
  const found = id ? requestsOf(list)?.find((one) => one.id === id) : undefined
  const { hasNextPage, isFetchingNextPage, fetchNextPage, data } = list
  const goesOn = id !== undefined && data !== undefined && !found && hasNextPage
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, fetchNextPage])
  return found
}

const nothingTo = {
  APPROVE: 'None of the selected requests awaits your answer',
  DECLINE: 'None of the selected requests awaits your answer',
  REVOKE: 'None of the selected requests grants access',
  REOPEN: 'None of the selected requests was declined or revoked',
} as const

type ProvideProps = {
  request: DocumentRequest
  reason: string | undefined
  onUpload: () => void
}

/** What is asked for is not there yet: the way to provide it. */
function Provide({ request, reason, onUpload }: ProvideProps) {
  const { documentType, requestingVASPName } = request
  const forWhom = (
    <span className="sr-only">
      {' '}
      for {requestingVASPName}, {typeLabel(documentType)}
    </span>
  )
  if (documentType === questionnaireType)
    return (
      <Link to="/due-diligence/questionnaire" className={buttonClass()}>
        Fill it in{forWhom}
      </Link>
    )
  return (
    <Button disabledReason={reason} onClick={onUpload}>
      Upload it{forWhom}
    </Button>
  )
}
