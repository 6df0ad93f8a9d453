import type { HeldBy, WithheldBy } from '@countersign/contracts/transactions'
import type { Effect } from '../act/index.ts'

type Has = (effect: Effect) => boolean

/** Why the originator's data stays with it. */
export const whyWithheld = (facts: {
  readonly blocked: boolean
  readonly unverified: boolean
  readonly counterparty: { readonly enabled: boolean } | undefined
}): WithheldBy => {
  if (facts.blocked) return 'BLOCKED'
  return facts.counterparty?.enabled && facts.unverified ? 'UNVERIFIED' : 'DISABLED'
}

/** What holds the originator's side once the act is done. */
export function heldAfter(
  before: HeldBy | null,
  has: Has,
  { counterparty }: { readonly counterparty: { readonly enabled: boolean } | undefined },
): HeldBy | null {
  if (has('HELD')) return 'PLAN'
  if (has('WAITING')) return counterparty?.enabled === false ? 'DISABLED' : 'NO_CONTACT'
  if (has('SENT') || has('HOLD_LIFTED') || has('PROCESS')) return null
  return before
}
