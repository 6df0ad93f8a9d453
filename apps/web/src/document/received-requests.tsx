import {
  type DocumentRequest,
  documentRequestActions,
  documentRequestRefusal,
  questionnaireType,
} from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { type Answer, AnswerDialog } from './answer-dialog.tsx'
import { type RequestList, useRequestRows } from './request-list.ts'
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
  const { standing } = route.useSearch()
  const rows = useRequestRows(list, standing)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ action: Answer; requests: DocumentRequest[] }>()
  const { reason } = useCan(documentRequestActions.APPROVE.permission)
  const chosen = (rows.shown ?? []).filter((row) => ticked.has(row.id))
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
            {row.status === 'WAITING_FOR_INFORMATION' && <Provide request={row} />}
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
        toolbar={
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
      {asked && (
        <AnswerDialog
          {...asked}
          onClose={(answered) => {
            setAsked(undefined)
            if (answered) setTicked(new Set())
          }}
        />
      )}
    </>
  )
}

const nothingTo = {
  APPROVE: 'None of the selected requests awaits your answer',
  DECLINE: 'None of the selected requests awaits your answer',
  REVOKE: 'None of the selected requests grants access',
  REOPEN: 'None of the selected requests was declined or revoked',
} as const

/** What is asked for is not there yet: the way to provide it. */
function Provide({ request: { documentType, requestingVASPName } }: { request: DocumentRequest }) {
  const isQuestionnaire = documentType === questionnaireType
  return (
    <Link
      to={isQuestionnaire ? '/due-diligence/questionnaire' : '/company/documents'}
      className={buttonClass()}
    >
      {isQuestionnaire ? 'Fill it in' : 'Upload it'}
      <span className="sr-only">
        {' '}
        for {requestingVASPName}, {typeLabel(documentType)}
      </span>
    </Link>
  )
}
