import type { TransactionsTx } from '../tables.ts'
import { addSteps, findTransfer, type Step } from '../transfer/index.ts'

/** Places of timers among the steps of a version. */
const places = {
  NO_RESPONSE: 7,
  REVOKE: 7,
  CONTACT: 9,
  NETWORK: 9,
  PRICE: 9,
  REMIND: 9,
} as const

/** Lets a timer run once more, later. */
export async function again(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  kind: keyof typeof places,
  args: Step['args'],
  at: Date,
  due: Date,
): Promise<void> {
  const transfer = await findTransfer(tx, transferId)
  if (!transfer) return
  const { version } = transfer
  await addSteps(tx, transferId, at, [{ company, kind, version, no: places[kind], due, args }])
}
