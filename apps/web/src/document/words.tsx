import {
  type DocumentRequest,
  type DocumentType,
  documentTypeLabels,
  isGranted,
} from '@countersign/contracts/trust'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { Day } from '../ui/value/day.tsx'
import { Time } from '../ui/value/time.tsx'

/** The types of document, for choosing one; those that are uploaded most come first. */
export const documentTypes = Object.entries(documentTypeLabels).map(([value, label]) => ({
  value,
  label,
}))

/** What a type is called; a type of another release keeps its own word. */
export const typeLabel = (type: string): string => documentTypeLabels[type as DocumentType] ?? type

const day = 86_400_000

/** When what a document says ends, with a warning in the last 30 days. */
export function Expiry({ on }: { on: string | null }) {
  if (!on) return <span className="text-muted">–</span>
  const left = Math.ceil((Date.parse(on) + day - Date.now()) / day)
  if (left > 30) return <Day on={on} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={left <= 0 ? 'danger' : 'warning'}>
        {left <= 0 ? 'Expired' : daysLeft(left)}
      </Badge>
      <span className="text-sm text-muted">
        <Day on={on} />
      </span>
    </span>
  )
}

const daysLeft = (left: number) => (left === 1 ? '1 day left' : `${left} days left`)

/** When an answer is hoped for: a warning in the last days, and once it has passed. */
export function Due({ at }: { at: string | null }) {
  if (!at) return null
  const left = Math.ceil((Date.parse(at) - Date.now()) / day)
  return (
    <span className="block text-sm text-muted">
      {left > 3 ? (
        <>
          answer by <Time value={at} format="day" />
        </>
      ) : (
        <Badge tone={left <= 0 ? 'danger' : 'warning'}>
          {left <= 0 ? 'Answer overdue' : `Answer: ${daysLeft(left)}`}
        </Badge>
      )}
    </span>
  )
}

const statuses: Record<DocumentRequest['status'], readonly [BadgeTone, string]> = {
  WAITING_FOR_INFORMATION: ['neutral', 'Waiting for information'],
  PENDING: ['info', 'Awaiting an answer'],
  APPROVED: ['success', 'Approved'],
  DECLINED: ['danger', 'Declined'],
  REVOKED: ['warning', 'Revoked'],
  WITHDRAWN: ['neutral', 'Withdrawn'],
}

/** The same for the company that is asked. */
const ownStatuses: Partial<typeof statuses> = {
  WAITING_FOR_INFORMATION: ['neutral', 'Nothing to share yet'],
  PENDING: ['info', 'Needs your answer'],
}

type StatusProps = { request: DocumentRequest; side?: 'owner' | 'requester' }

/** How far a request has come, in a word. */
export function RequestStatus({ request, side }: StatusProps) {
  const own = side === 'owner' ? ownStatuses[request.status] : undefined
  const [tone, word] = own ?? statuses[request.status]
  if (request.status === 'APPROVED' && !isGranted(request, Date.now()))
    return <Badge tone="outline">Access ended</Badge>
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {request.status === 'APPROVED' && (
        <span className="block text-sm text-muted">
          until <Time value={request.expiresAt} format="day" />
        </span>
      )}
    </>
  )
}
