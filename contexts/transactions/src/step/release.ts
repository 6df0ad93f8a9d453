import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { act, addSteps, findTransfer, type Step, stepOf } from '../transfer/index.ts'

/**
 * Releases the personal data to the beneficiary, or withholds it. Where the beneficiary has acted again in the
 * meantime, the release waits until the originator's side has followed that, so that no version is told twice.
 */
export async function release(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const { behind } = await act(deps, tx, stepOf(company, at), { id: transferId, action: 'release' })
  if (!behind) return
  const transfer = await findTransfer(tx, transferId)
  if (!transfer) return
  const { version } = transfer
  await addSteps(tx, transferId, at, [{ company, kind: 'RELEASE', version, no: 2, due: at, args }])
}
