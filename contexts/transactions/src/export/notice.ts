import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Export } from './export.store.ts'

/** Tells whoever requested an export, and the company's webhooks, that its file is ready. */
export async function tellRequester(
  deps: Pick<TransactionsDeps, 'clock' | 'origin' | 'addressOf'>,
  tx: TransactionsTx,
  { vasp_did: company, id, requested_by: person }: Export,
  { rows, expires }: { readonly rows: number; readonly expires: Date },
): Promise<void> {
  const at = new Date(deps.clock())
  const expiresAt = expires.toISOString()
  emit(tx, {
    type: 'export.ready',
    company,
    at,
    payload: { exportId: id, rows, expiresAt, at: at.toISOString() },
  })
  const to = await deps.addressOf(tx, company, person)
  if (!to) return
  const text = [
    `The file that you requested has ${rows} transfers. It is kept until ${expiresAt.slice(0, 10)}.`,
    `Download it: ${deps.origin}/transactions/exports`,
  ].join('\n\n')
  noticeLater(tx, { to, subject: 'Your export is ready', text }, at)
}
