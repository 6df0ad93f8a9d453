import type { EvidenceStatus } from '@countersign/contracts/trust'
import { api, operationQuery } from '../api/index.ts'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'

/** What a company showed the network. */
export const evidenceQuery = (did: string) => operationQuery(api.evidence.list, { did })

const looks: Record<EvidenceStatus, readonly [BadgeTone, string]> = {
  WAITING: ['neutral', 'Waiting'],
  IN_REVIEW: ['info', 'In review'],
  ACCEPTED: ['success', 'Accepted'],
  REFUSED: ['danger', 'Refused'],
}

/** Where a document stands, in a word. */
export function EvidenceBadge({ status }: { status: EvidenceStatus }) {
  const [tone, word] = looks[status]
  return <Badge tone={tone}>{word}</Badge>
}
