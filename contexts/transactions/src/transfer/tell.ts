import type { WithheldBy } from '@countersign/contracts/transactions'
import { emit } from '@countersign/kit/outbox'
import type { TransactionsTx } from '../tables.ts'
import type { Doer } from './doer.ts'
import type { Given } from './facts.ts'
import type { SideRow } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/** Tells the acting company's webhooks what it did. */
export function tell(
  tx: TransactionsTx,
  { company, by, at }: Doer,
  before: Transfer,
  saved: Transfer,
  own: Pick<SideRow, 'role' | 'transaction_ref' | 'held_by'> & {
    readonly withheld_by: WithheldBy | null
  },
  { reason }: Given,
): void {
  emit(tx, {
    type: 'notification.transactionUpdated',
    company,
    at,
    payload: {
      transactionId: saved.id,
      version: saved.version,
      at: at.toISOString(),
      fromStatus: before.status,
      toStatus: saved.status,
      by: by === 'SYSTEM' || by === 'RULE' || by === 'NETWORK' ? by : 'US',
      ...(reason && { reasonCode: reason }),
      ...(own.role !== 'B' && own.transaction_ref && { transactionRef: own.transaction_ref }),
      ...(own.held_by && { heldBy: own.held_by }),
      ...(own.withheld_by && { withheldBy: own.withheld_by }),
    },
  })
}

/** Tells a company's webhooks that a transfer goes to another beneficiary from now on. */
export const tellOfRedirect = (
  tx: TransactionsTx,
  company: string,
  { id, version }: Pick<Transfer, 'id' | 'version'>,
  { from, to }: { readonly from: string; readonly to: string },
  at: Date,
): void =>
  emit(tx, {
    type: 'notification.transactionRedirected',
    company,
    at,
    payload: { transactionId: id, version, at: at.toISOString(), from, to },
  })
