import type { VerificationStatus } from '@countersign/contracts/trust'
import { api, operationQuery } from '../api/index.ts'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'

/** Where a company's verification stands, with its history. */
export const verificationQuery = (did: string) => operationQuery(api.verification.get, { did })

const looks: Record<VerificationStatus, readonly [BadgeTone, string]> = {
  UNVERIFIED: ['outline', 'Not verified'],
  SUBMITTED: ['info', 'Submitted'],
  PENDING_REVIEW: ['info', 'In review'],
  VERIFIED: ['success', 'Verified'],
  REJECTED: ['danger', 'Rejected'],
  EXPIRED: ['warning', 'Expired'],
  SUSPENDED: ['danger', 'Suspended'],
}

/** The state of a verification in a word. */
export function VerificationBadge({ status }: { status: VerificationStatus }) {
  const [tone, word] = looks[status]
  return <Badge tone={tone}>{word}</Badge>
}

/** The word for a state, for lists of choices. */
export const verificationWord = (status: VerificationStatus): string => looks[status][1]
