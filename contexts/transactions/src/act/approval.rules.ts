import type {
  ActedBy,
  Action,
  HeldBy,
  ReasonCode,
  WithheldBy,
} from '@countersign/contracts/transactions'
import { isHeld } from './fact.rules.ts'

/**
 * Whether only a person may do this: what a rule or a missing fact stopped, what is done in spite of a hold
 * or without the data, and the release of withheld data. A rule that judges anew may clear what a rule held,
 * and the step RELEASE releases by itself. Refusing acts never need a person.
 */
export function personNeeded(
  action: Action,
  { heldBy, reason }: { readonly heldBy: HeldBy | null; readonly reason?: ReasonCode },
  by: ActedBy,
): boolean {
  if (by === 'PERSON') return false
  if (action === 'approve') return by !== 'RULE' && (heldBy === 'RULE' || heldBy === 'UNKNOWN')
  if (action === 'process') return isHeld(heldBy, 'process')
  if (action === 'release') return by !== 'SYSTEM'
  return action === 'accept' && (reason === 'ACCEPTED_WITHOUT_DATA' || reason === 'RISK_BASED')
}

/** From which value on two approve; null: one is enough. In ten-thousandths of the company's currency. */
export type FourEyes = { readonly approveFrom: bigint | null; readonly acceptFrom: bigint | null }

/** Who has approved an act so far; `who` tells persons and machines apart. */
export type Approval = { readonly action: Action; readonly by: ActedBy; readonly who: string }

const limitOf = (action: Action, { approveFrom, acceptFrom }: FourEyes): bigint | null => {
  if (action === 'accept') return acceptFrom
  return action === 'approve' || action === 'process' || action === 'release' ? approveFrom : null
}

/**
 * Whether the act waits for a second person. A transfer without a value counts as above every limit. It is
 * needed until two have approved this act, the last of them a person and not the first.
 * @param approvals in order, the present one last
 */
export function secondNeeded(
  settings: FourEyes,
  action: Action,
  { value, withheldBy }: { readonly value: bigint | null; readonly withheldBy: WithheldBy | null },
  approvals: readonly Approval[],
): boolean {
  const limit = limitOf(action, settings)
  const above = limit !== null && (value === null || value >= limit)
  const guarded = action === 'release' && (withheldBy === 'BLOCKED' || withheldBy === 'RULE')
  if (!above && !guarded) return false
  const of = approvals.filter((approval) => approval.action === action)
  const last = of.at(-1)
  return !(last?.by === 'PERSON' && of.some(({ who }) => who !== last.who))
}
