import type { HeldBy, WithheldBy } from '@countersign/contracts/transactions'
import type { Effect } from './effect.rules.ts'

type Has = (effect: Effect) => boolean

/** Why the originator's data stays with it once the act is done. */
export function withheldAfter(
  before: WithheldBy | null,
  has: Has,
  facts: {
    readonly blocked: boolean
    readonly unverified: boolean
    readonly counterparty: { readonly enabled: boolean } | undefined
  },
): WithheldBy | null {
  if (!has('WITHHELD')) return has('RELEASED') ? null : before
  if (facts.blocked) return 'BLOCKED'
  return facts.counterparty?.enabled && facts.unverified ? 'UNVERIFIED' : 'DISABLED'
}

/** What holds the originator's side once the act is done. */
export function heldAfter(
  before: HeldBy | null,
  has: Has,
  facts: {
    readonly counterparty: { readonly enabled: boolean } | undefined
    readonly reachable: boolean
    readonly planAllows: boolean
  },
): HeldBy | null {
  if (has('HELD')) return 'PLAN'
  if (has('WAITING')) return facts.counterparty?.enabled === false ? 'DISABLED' : 'NO_CONTACT'
  if (has('SENT') || has('HOLD_LIFTED') || has('PROCESS')) return null
  const isUnreached = before === 'NO_CONTACT' || before === 'DISABLED'
  return isUnreached && facts.reachable && !facts.planAllows ? 'PLAN' : before
}
