import { failpoint } from '@countersign/kit/failpoint'
import { removeCustomers } from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  type Due,
  dropKeys,
  dropOwn,
  dropProofs,
  dropViewReasons,
  endExports,
  findAddresses,
  findForgotten,
  forgetShared,
  lockDue,
  markErased,
} from './erase.store.ts'

/**
 * Erases the company's data of those of these transfers that are due and under no legal hold: its keys to personal
 * data, and whatever it alone knows. A customer goes with their last transfer: wallets, proofs and all. What both companies share goes with the last of them.
 * @returns the transfers that were erased
 */
export async function eraseSides(
  deps: Pick<TransactionsDeps, 'forgetPdfs'>,
  tx: TransactionsTx,
  due: Due & { readonly isAsked: boolean },
  wanted: readonly string[],
  at: Date,
): Promise<string[]> {
  if (wanted.length === 0) return []
  const { company } = due
  const sides = await lockDue(tx, due, wanted)
  const ids = sides.map(({ id }) => id)
  if (ids.length === 0) return []
  const refs = sides.flatMap(({ ref }) => ref ?? [])
  const named = [...ids, ...refs, ...(await findAddresses(tx, ids))]
  await endExports(tx, company, named, at)
  await dropKeys(tx, company, ids)
  failpoint('after-erase-keys-before-record')
  await dropOwn(tx, company, ids)
  await deps.forgetPdfs(tx, company, ids)
  const customers = await dropProofs(tx, company, ids)
  await markErased(tx, company, ids, at)
  // Somebody whose data was changed meanwhile is a customer still, unless they have asked to be forgotten.
  const changedBy = due.isAsked ? at : due.endedBy
  const forgotten = await findForgotten(tx, company, customers, changedBy)
  await dropViewReasons(tx, company, forgotten)
  await removeCustomers(tx, company, forgotten)
  await forgetShared(tx, ids)
  return ids
}
