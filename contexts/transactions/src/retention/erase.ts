import { failpoint } from '@countersign/kit/failpoint'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  type Due,
  dropKeys,
  dropOwn,
  endExports,
  findAddresses,
  forgetShared,
  lockDue,
  markErased,
} from './erase.store.ts'

/**
 * Erases the company's data of those of these transfers that are due and under no legal hold: its keys to personal
 * data, and whatever it alone knows. What both companies share goes with the last of them.
 * @returns the transfers that were erased
 */
export async function eraseSides(
  deps: Pick<TransactionsDeps, 'forgetPdfs'>,
  tx: TransactionsTx,
  due: Due,
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
  await markErased(tx, company, ids, at)
  await forgetShared(tx, ids)
  return ids
}
