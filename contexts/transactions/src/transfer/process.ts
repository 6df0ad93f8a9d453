import type { HeldBy, Status } from '@countersign/contracts/transactions'
import { emit } from '@countersign/kit/outbox'
import { mayProcess, processes } from '../act/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { type SideRow, saveSide } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/**
 * Tells the originator's systems to send the coins, once: when the transfer has passed the status that the
 * company chose, or by hand. Runs in the originator's transaction; its side is held, so two acts can't both tell.
 * @param own the company's side as it stands
 * @param now the transfer as it stands, not as a step follows it: a cancellation that came first wins
 */
export async function processIfDue(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  own: SideRow,
  now: Transfer,
  {
    before,
    at,
    cause,
  }: {
    readonly before: { readonly status: Status; readonly heldBy: HeldBy | null } | null
    readonly at: Date
    readonly cause?: 'MANUAL' | 'NO_RESPONSE'
  },
): Promise<void> {
  const passage = {
    before,
    status: now.status,
    heldBy: own.held_by,
    processed: own.processed_at !== null,
    onChain: now.by_beneficiary || own.tx_hash !== null,
  }
  if (cause === undefined && !mayProcess(passage)) return
  const verdict =
    cause === undefined ? processes(await deps.statusToProcess(tx, company), passage) : 'SEND'
  if (verdict === null) return
  if (cause === undefined)
    await saveSide(tx, company, now.id, {
      processed_at: at,
      process_cause: verdict === 'SEND' ? 'STATUS' : 'ALREADY_ON_CHAIN',
    })
  if (verdict !== 'SEND') return
  emit(tx, {
    type: 'notification.processBlockchainTransaction',
    company,
    at,
    payload: {
      transactionId: now.id,
      version: now.version,
      at: at.toISOString(),
      status: now.status,
      cause: cause ?? 'STATUS',
      ...(own.transaction_ref && { transactionRef: own.transaction_ref }),
    },
  })
}
