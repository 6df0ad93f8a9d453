import {
  type DocumentRequest,
  type DocumentType,
  documentRequestActions,
  documentRequestRefusal,
  reminderRefusal,
} from '@countersign/contracts/trust'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useCan } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { rowLinkClass } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { toasts } from '../ui/toasts.ts'
import { RequestStatus, typeLabel } from './document-words.tsx'
import { NewRows } from './new-rows.tsx'
import { type RequestList, What } from './received-requests.tsx'
import { useHeldRows } from './use-polled.ts'

const idOf = ({ id }: DocumentRequest) => id

/** What we asked of others: to remind them, or to ask again. */
export function SentRequests({ did, list }: { did: string; list: RequestList }) {
  const { shown, waiting, show } = useHeldRows(list.data?.requests, idOf)
  if (list.error && !shown)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const columns: Column<DocumentRequest>[] = [
    {
      id: 'company',
      header: 'Company',
      cell: (row) => (
        <Link to="/network/vasps/$did" params={{ did: row.ownerDid }} className={rowLinkClass}>
          {row.ownerName}
        </Link>
      ),
    },
    { id: 'what', header: 'Asked for', cell: (row) => <What request={row} /> },
    { id: 'status', header: 'Status', cell: (row) => <RequestStatus request={row} /> },
    { id: 'age', header: 'Asked', cell: (row) => <Time value={row.requestedAt} inRow /> },
    {
      id: 'actions',
      header: 'Next',
      headerHidden: true,
      cell: (row) => <NextStep did={did} request={row} />,
    },
  ]
  return (
    <>
      <NewRows count={waiting} onShow={show} />
      <DataTable
        caption="Sent requests"
        columns={columns}
        rows={shown}
        keyOf={idOf}
        skeletonRows={5}
        empty={
          <EmptyState
            kind="nothing"
            title="You have asked nobody yet"
            action={
              <Link to="/network/search" className={buttonClass('primary')}>
                Search the directory
              </Link>
            }
          >
            Open a company in the directory to ask for its documents or its questionnaire.
          </EmptyState>
        }
      />
    </>
  )
}

/** Remind while there is no answer, ask again after one. */
function NextStep({ did, request }: { did: string; request: DocumentRequest }) {
  const { reason } = useCan(documentRequestActions.REQUEST.permission)
  const queryClient = useQueryClient()
  const open = request.status === 'PENDING' || request.status === 'WAITING_FOR_INFORMATION'
  const act = useMutation({
    mutationFn: () =>
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
    onSuccess: () => {
      toasts.success(open ? 'Reminder sent' : 'Request sent')
      return queryClient.invalidateQueries({ queryKey: ['documentRequest.list'] })
    },
    onError: (failure) => toasts.error(failure.message),
  })
  const now = Date.now()
  const refused = open
    ? reminderRefusal(request, now)
    : documentRequestRefusal('REQUEST', request, now)?.reason
  if (request.status === 'APPROVED' && refused) return null
  return (
    <span className="flex justify-end">
      <Button
        pending={act.isPending}
        disabledReason={reason ?? refused}
        onClick={() => act.mutate()}
      >
        {open ? 'Remind' : 'Ask again'}
        <span className="sr-only">
          {' '}
          {request.ownerName}, {typeLabel(request.documentType)}
        </span>
      </Button>
    </span>
  )
}
