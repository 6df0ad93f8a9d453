import type { CountedThing } from '@countersign/contracts/billing'
import type { Tx } from '@countersign/kit/db'
import { monthOf, unitsOfGroup } from '../usage/index.ts'
import { type Plans, planOf } from './plan.rules.ts'
import { findPaid, findPayer, lockLimits, lockQuestionnaires } from './standing.store.ts'

/**
 * Whether the plan of a company covers one more transfer. True until the transaction ends: two at once
 * can’t both have the last one.
 * @param plans absent without a provider: nobody could lift a limit then
 */
export async function allowance<T>(
  tx: Tx<T>,
  plans: Plans | undefined,
  { did, counterparty, at }: { did: string; counterparty: string | null; at: Date },
): Promise<boolean> {
  if (!plans) return true
  const { payer, standing } = await findPaid(tx, did, at)
  const { transfersPerMonth: limit } = planOf(plans, standing, at)
  if (limit === null) return true
  // Within one payer transfers are free.
  if (counterparty !== null && (await findPayer(tx, counterparty, at)) === payer) return true
  // The limit is the payer’s: companies of one group take from it in turns.
  await lockLimits(tx, payer)
  return (await unitsOfGroup(tx, at, monthOf(at))) < limit
}

/**
 * How many questionnaires the plan of a company lets it request in this month; null for as many as it likes. True
 * until the transaction ends, as {@link allowance} is.
 */
export async function questionnaireLimit<T>(
  tx: Tx<T>,
  plans: Plans | undefined,
  { did, at }: { did: string; at: Date },
): Promise<{ readonly limit: number; readonly start: Date; readonly end: Date } | null> {
  if (!plans) return null
  const { standing } = await findPaid(tx, did, at)
  const limit = planOf(plans, standing, at).questionnairesPerMonth ?? null
  if (limit === null) return null
  await lockQuestionnaires(tx, did)
  return { limit, ...monthOf(at) }
}

/**
 * How many of something the plan of a company lets it have at once; null for as many as it likes. The caller makes
 * sure that two at once are counted one after the other.
 */
export async function planLimit<T>(
  tx: Tx<T>,
  plans: Plans | undefined,
  { did, what, at }: { did: string; what: CountedThing; at: Date },
): Promise<number | null> {
  if (!plans) return null
  const { standing } = await findPaid(tx, did, at)
  return planOf(plans, standing, at).counted?.[what] ?? null
}
