import { type DocumentRequest, isGranted } from '@countersign/contracts/trust'
import { type api, useHeldRows, type usePages } from '../api/index.ts'
import type { RequestStanding } from './due-diligence-search.ts'

/** The requests of one side as the server gives them, page by page. */
export type RequestList = ReturnType<
  typeof usePages<
    Parameters<typeof api.documentRequest.list>[0],
    { requests: DocumentRequest[]; next: string | null }
  >
>

export const requestId = ({ id }: DocumentRequest) => id

/** Nobody has answered yet. */
export const isOpen = ({ status }: DocumentRequest): boolean =>
  status === 'PENDING' || status === 'WAITING_FOR_INFORMATION'

/** How a request stands now, in the words of the filter. */
export function standingOf(request: DocumentRequest, now: number): RequestStanding {
  if (isOpen(request)) return 'open'
  return isGranted(request, now) ? 'approved' : 'closed'
}

/** All requests that are loaded, in each page those without an answer first. */
export const requestsOf = (list: RequestList): DocumentRequest[] | undefined =>
  list.data?.pages.flatMap(({ requests }) => [
    ...requests.filter(isOpen).toSorted(byDeadline),
    ...requests.filter((request) => !isOpen(request)),
  ])

const byDeadline = (a: DocumentRequest, b: DocumentRequest) =>
  (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9')

/** What of a list is shown: held still, and narrowed. */
export function useRequestRows(list: RequestList, standing: RequestStanding | undefined) {
  const rows = requestsOf(list)
  const { shown, ...held } = useHeldRows(rows, requestId, list.data?.pages.length ?? 0)
  const now = Date.now()
  return {
    ...held,
    some: (shown?.length ?? 0) > 0,
    shown: standing ? shown?.filter((row) => standingOf(row, now) === standing) : shown,
  }
}
