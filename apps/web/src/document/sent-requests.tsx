import {
  type DocumentRequest,
  type DocumentType,
  documentRequestActions,
  documentRequestRefusal,
  reminderRefusal,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, refresh, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { useLinkedRequest } from './received-requests.tsx'
import { isOpen, type RequestList, useRequestRows } from './request-list.ts'
import { RequestTable } from './request-table.tsx'
import { typeLabel } from './words.tsx'

const route = getRouteApi('/signed-in/due-diligence')

const nameOf = (row: DocumentRequest) => `${row.ownerName}, ${typeLabel(row.documentType)}`

/** What we asked of others: to remind them, one or several at once, or to ask again. */
export function SentRequests({ did, list }: { did: string; list: RequestList }) {
  const { standing, request } = route.useSearch()
  const rows = useRequestRows(list, standing)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { reason } = useCan(documentRequestActions.REQUEST)
  const chosen = (rows.shown ?? []).filter((row) => ticked.has(row.id))
  const due = chosen.filter((row) => !reminderRefusal(row, Date.now()))
  const queryClient = useQueryClient()
  const remind = useChange(
    (requests: readonly DocumentRequest[]) =>
      Promise.allSettled(
        requests.map(({ id }) => api.documentRequest.remind({ did, requestId: id })),
      ),
    {
      onSuccess: (results) => {
        const failed = results.filter(({ status }) => status === 'rejected').length
        const sent = results.length - failed
        if (sent > 0) toasts.success(sent === 1 ? 'Reminder sent' : `${sent} reminders sent`)
        if (failed > 0) toasts.error(`${failed} reminders couldn’t be sent. Try again.`)
        setTicked(new Set())
        return refresh(queryClient, api.documentRequest.list)
      },
      showsFailure: true,
    },
  )
  return (
    <RequestTable
      caption="Sent requests"
      side="requester"
      list={list}
      rows={rows}
      nameOf={nameOf}
      activeId={useLinkedRequest(list, request)?.id}
      selection={{ keys: new Set(chosen.map(({ id }) => id)), onChange: setTicked }}
      company={{
        id: 'company',
        header: 'Company',
        cell: (row) => (
          <Link to="/network/vasps/$did" params={{ did: row.ownerDid }} className={rowLinkClass}>
            {row.ownerName}
          </Link>
        ),
      }}
      actions={(row) => <NextStep did={did} request={row} />}
      acts={
        chosen.length > 0 && (
          <Button
            pending={remind.isPending}
            disabledReason={
              reason ?? (due.length === 0 ? 'None of these can be reminded today' : undefined)
            }
            onClick={() => remind.mutate(due)}
          >
            Remind {due.length}
          </Button>
        )
      }
      empty={
        <EmptyState
          kind="nothing"
          title="No requests sent yet"
          action={
            <Link to="/network/search" className={buttonClass('primary')}>
              Search directory
            </Link>
          }
        >
          Open a company in the directory to request its documents or questionnaire.
        </EmptyState>
      }
    />
  )
}

/** Remind while there is no answer, ask again after one. */
function NextStep({ did, request }: { did: string; request: DocumentRequest }) {
  const { reason } = useCan(documentRequestActions.REQUEST)
  const open = isOpen(request)
  const act = useChange(
    () =>
      open
        ? api.documentRequest.remind({ did, requestId: request.id })
        : api.documentRequest.act({
            did: request.ownerDid,
            query: {
              requestingVASPdid: did,
              documentType: request.documentType as DocumentType,
              accessAction: 'REQUEST',
            },
          }),
    {
      invalidates: [api.documentRequest.list],
      says: () => (open ? 'Reminder sent' : 'Request sent'),
    },
  )
  const withdraw = useChange(
    () =>
      api.documentRequest.act({
        did: request.ownerDid,
        query: {
          requestingVASPdid: did,
          documentType: request.documentType as DocumentType,
          accessAction: 'WITHDRAW',
        },
      }),
    { invalidates: [api.documentRequest.list], says: 'Request withdrawn' },
  )
  const now = Date.now()
  const refused = open
    ? reminderRefusal(request, now)
    : documentRequestRefusal('REQUEST', request, now)?.reason
  if (request.status === 'APPROVED' && refused) return null
  return (
    <span className="flex flex-wrap gap-2 py-1 sm:flex-nowrap sm:justify-end">
      {open && (
        <Button
          pending={withdraw.isPending}
          disabledReason={reason}
          onClick={() => withdraw.mutate()}
        >
          Withdraw<span className="sr-only"> {nameOf(request)}</span>
        </Button>
      )}
      <Button
        pending={act.isPending}
        disabledReason={reason ?? refused}
        onClick={() => act.mutate()}
      >
        {open ? 'Remind' : 'Ask again'}
        <span className="sr-only"> {nameOf(request)}</span>
      </Button>
    </span>
  )
}
