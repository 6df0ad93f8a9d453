import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  act,
  carryComments,
  findByCoins,
  findSide,
  findTransfer,
  saveSide,
  stepOf,
  type Transfer,
} from '../transfer/index.ts'

/** The most tags of a transfer. */
const maxTags = 20

/**
 * Ends the company's deposits that a message is about, in the transaction in which the message reaches it or
 * states its hash. The hash is locked.
 * @throws where the company has not followed a deposit yet: its step is tried again later
 */
export async function mergeDeposits(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  message: Transfer,
  at: Date,
): Promise<void> {
  const { id: kept, origin_tx_hash: hash } = message
  if (hash === null || message.beneficiary_did !== company) return
  const found = await findByCoins(tx, company, { ...message, hash })
  for (const { id, status } of found) {
    if (id === kept || status !== 'INCOMPLETE') continue
    const { behind } = await act(deps, tx, stepOf(company, at), {
      id,
      action: 'merge',
      given: { reason: 'MERGED', mergedInto: kept },
    })
    if (behind) throw new Error('The company has yet to follow its deposit')
    const deposit = await findSide(tx, company, id)
    // Somebody may have ended it in another way meanwhile.
    if (!deposit || (await findTransfer(tx, id))?.merged_into !== kept) continue
    const own = await findSide(tx, company, kept)
    // What the message has already stays.
    await saveSide(tx, company, kept, {
      assignee: own?.assignee ?? deposit.assignee,
      tags: [...new Set([...(own?.tags ?? []), ...deposit.tags])].slice(0, maxTags),
      customer_key: own?.customer_key ?? deposit.customer_key,
      tx_hash: hash,
      hash_state: 'SAME',
    })
    await carryComments(tx, deps.vault, company, id, kept)
    const { version } = deposit
    emit(tx, {
      type: 'notification.transactionMerged',
      company,
      at,
      payload: { transactionId: id, version, at: at.toISOString(), kept },
    })
  }
}
