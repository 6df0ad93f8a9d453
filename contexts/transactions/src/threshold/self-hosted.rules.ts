import type { LocalAmounts } from './local-amount.rules.ts'
import { isInUse, isWithin, type Rule } from './tier.rules.ts'

/** What a transfer to or from a self-hosted wallet needs beside its data. */
export type SelfHostedNeeds = {
  /** A verified proof that the wallet is the customer's own. */
  readonly proofRequired: boolean
  /** A reason for taking the risk: nobody can prove whose the wallet is. */
  readonly riskReasonRequired: boolean
}

/**
 * What the rule of the company asks for a self-hosted wallet, one's own or somebody else's.
 * @param amounts null where nobody knows the price: then it is asked for
 */
export function selfHostedNeeds(
  rule: Rule | null,
  amounts: LocalAmounts | null,
  isOwnWallet: boolean,
): SelfHostedNeeds {
  const bound = rule && isInUse(rule) ? rule.selfHostedProofAbove : undefined
  const applies = bound !== undefined && isWithin(amounts?.(bound.currency) ?? null, bound)
  return { proofRequired: applies && isOwnWallet, riskReasonRequired: applies && !isOwnWallet }
}

/** What of that is missing, in the words of V1's errors. A proof that was only declared is none. */
export const selfHostedMissing = (
  needs: SelfHostedNeeds,
  given: { readonly hasVerifiedProof: boolean; readonly hasRiskReason: boolean },
): ('beneficiaryOwnershipProofMissing' | 'riskReasonMissing')[] => [
  ...(needs.proofRequired && !given.hasVerifiedProof
    ? (['beneficiaryOwnershipProofMissing'] as const)
    : []),
  ...(needs.riskReasonRequired && !given.hasRiskReason ? (['riskReasonMissing'] as const) : []),
]
