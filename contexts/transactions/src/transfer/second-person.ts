import { ActedBy, Action, type HeldBy, type WithheldBy } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import { type FourEyes, secondNeeded } from '../act/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { personNeededError } from './errors.ts'
import { findSettings } from './setting.store.ts'

/** An act that waits for a second person, as `side.pending_second` keeps it. */
export const Pending = z.object({
  action: Action,
  kind: ActedBy,
  by: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Pending = z.infer<typeof Pending>

/** How long the first approval counts. */
const lastsMs = 86_400_000

/** The first approval of a side, as long as it counts. */
export function pendingOf(value: unknown, at: Date): Pending | null {
  if (value === null) return null
  const pending = Pending.parse(value)
  return new Date(pending.until) > at ? pending : null
}

/** From which value on two approve, in ten-thousandths of the currency. */
async function fourEyesOf(tx: TransactionsTx, company: string): Promise<FourEyes> {
  const { fourEyes } = await findSettings(tx, company)
  const from = (amount: string | null) =>
    amount === null ? null : BigInt(Math.round(Number(amount) * 10_000))
  return { approveFrom: from(fourEyes.approveFrom), acceptFrom: from(fourEyes.acceptFrom) }
}

type Acting = {
  readonly company: string
  readonly by: ActedBy
  readonly did: string | null
  readonly at: Date
}
type OwnSide = {
  readonly value: number | null
  readonly held_by: HeldBy | null
  readonly withheld_by: WithheldBy | null
  readonly pending_second: unknown
}

/**
 * Whether an act must wait for a second person.
 * @returns the first approval to keep, or null: it can be done now
 * @throws 403 for a rule, for whoever approved first, and for a machine that would be the second
 */
export async function awaitSecond(
  tx: TransactionsTx,
  { company, by, did, at }: Acting,
  action: Action,
  own: OwnSide,
): Promise<Pending | null> {
  const isGuarded = action === 'accept' || ['approve', 'process', 'release'].includes(action)
  if (by === 'SYSTEM' || !isGuarded) return null
  const first = pendingOf(own.pending_second, at)
  const now = { action, by, who: did ?? by }
  const before = first?.action === action ? [{ action, by: first.kind, who: first.by }] : []
  const value = own.value === null ? null : BigInt(own.value)
  const facts = { value, withheldBy: own.withheld_by }
  const limits = await fourEyesOf(tx, company)
  if (!secondNeeded(limits, action, facts, [...before, now])) return null
  if (did === null) throw personNeededError(own.held_by)
  if (before.length > 0)
    throw fail('forbidden', 'Another person must approve this too', {
      wire: 'SecondPersonNeededError',
    })
  const until = new Date(at.getTime() + lastsMs).toISOString()
  return { action, kind: by, by: did, at: at.toISOString(), until }
}
