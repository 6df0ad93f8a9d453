import {
  type DocumentRequest,
  type DocumentType,
  documentTypeLabels,
  isGranted,
} from '@countersign/contracts/trust'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'

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
  if (left <= 0) return <Badge tone="danger">Expired {on}</Badge>
  if (left <= 30)
    return <Badge tone="warning">{left === 1 ? '1 day left' : `${left} days left`}</Badge>
  return <span className="tabular-nums">{on}</span>
}

const statuses: Record<DocumentRequest['status'], readonly [BadgeTone, string]> = {
  WAITING_FOR_INFORMATION: ['neutral', 'Waiting for information'],
  PENDING: ['info', 'Waiting for an answer'],
  APPROVED: ['success', 'Approved'],
  DECLINED: ['danger', 'Declined'],
  REVOKED: ['warning', 'Revoked'],
}

/** How far a request has come, in a word. */
export function RequestStatus({ request }: { request: DocumentRequest }) {
  const [tone, word] = statuses[request.status]
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
