import type { TransactionsTx } from '../tables.ts'

/** A view of one part of a transfer's personal data by a person of the company. */
export type View = {
  readonly company: string
  readonly id: string
  readonly transferId: string
  readonly part: string
  readonly version: number
  readonly owner: string
  readonly by: string
  readonly role: string
  readonly code: string
  /** Sealed. */
  readonly comment: string | null
  readonly at: Date
}

/** Writes a view down in the viewer's company. */
export const addView = (tx: TransactionsTx, view: View): Promise<unknown> =>
  tx
    .insertInto('transactions.pii_view')
    .values({
      vasp_did: view.company,
      id: view.id,
      transfer_id: view.transferId,
      part: view.part,
      version: view.version,
      viewer_did: view.company,
      owner_did: view.owner,
      by_did: view.by,
      role: view.role,
      reason_code: view.code,
      how: 'CLICK',
      at: view.at,
      comment: view.comment === null ? null : Buffer.from(view.comment),
    })
    .execute()
