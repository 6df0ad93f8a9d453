import type { LawFinding } from '@countersign/contracts/transactions'
import { isInUse, type Rule } from './tier.rules.ts'

/** What a company's own law may say about a transfer on which it still decides. */
export type LawFacts = {
  readonly side: 'originator' | 'beneficiary'
  /** Whether the data that the law asks for is there; what nobody can know yet counts as there. */
  readonly isComplete: boolean
  /** Whether the originator is a registered customer, whose data the company has checked. */
  readonly isRegistered: boolean
}

/** Where the law says to refuse incomplete transfers, or to verify the originator, and this one isn't so. */
export function lawFindings(
  own: Rule | null,
  { side, isComplete, isRegistered }: LawFacts,
): LawFinding[] {
  if (!own || !isInUse(own)) return []
  const { id: jurisdiction, source, sourceUrl } = own
  const found = (code: LawFinding['code']): LawFinding[] => [
    { code, jurisdiction, source, sourceUrl },
  ]
  if (side === 'beneficiary') return own.mustReject && !isComplete ? found('LAW_SAYS_REFUSE') : []
  return own.mustVerify && !isRegistered ? found('LAW_SAYS_VERIFY') : []
}

/** Whether coins may be sent to a country without an answer: its law must be known to let incomplete transfers in. */
export const allowsNoAnswer = (rule: Rule | null): boolean => rule?.mustReject === false
