import type { TransactionsDeps } from '../deps.ts'
import { holdsKey, revokeParts } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { act, findTransfer, otherOf, type Step, stepOf } from '../transfer/index.ts'
import { again } from './again.ts'

/** The counterparty has not answered in time: what the company's settings say becomes of the transfer. */
export async function expire(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const { behind } = await act(deps, tx, stepOf(company, at), {
    id: transferId,
    action: 'expire',
    given: { reason: 'COUNTERPARTY_NO_RESPONSE' },
  })
  if (behind) await again(tx, company, transferId, 'NO_RESPONSE', args, at, at)
}

/** Between two tries to end what another company holds back. */
const dayMs = 86_400_000

/** Ends what was released to the counterparty of a cancelled transfer, or to one that handed it on. Its legal hold puts that off. */
export async function revoke(
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const transfer = await findTransfer(tx, transferId)
  const isRedirected = args.action === 'redirect'
  const holder = isRedirected ? args.company : transfer && otherOf(transfer, company)
  if (!transfer || !holder || (!isRedirected && transfer.status !== 'CANCELLED')) return
  await revokeParts(tx, holder, transferId)
  if (await holdsKey(tx, holder, company, transferId))
    await again(tx, company, transferId, 'REVOKE', args, at, new Date(at.getTime() + dayMs))
}
