import { holds } from '@countersign/contracts'
import type { OpenReason } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { openParts } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { findSide, noSuchTransfer } from '../transfer/index.ts'
import { addView } from './view.store.ts'

/**
 * Opens the personal data of a transfer for a person of the company, who says why. The view is written down in
 * the same transaction: what can't be noted isn't opened.
 * @throws 403 for machines and people who decide nothing, 404, 409 before the release or after the erasure
 */
export async function decrypt(
  { tx, company, deps, caller, actor, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  {
    id,
    reason,
  }: {
    readonly id: string
    readonly reason: { readonly code: OpenReason; readonly comment?: string | undefined }
  },
): Promise<{ ivms101: unknown; viewId: string }> {
  const { viewer } = caller
  if (viewer.clientId !== undefined)
    throw fail('forbidden', 'Machines can’t open personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  const own = await findSide(tx, company, id)
  if (!own) throw noSuchTransfer()
  const needed = own.role === 'B' ? 'transactions.accept' : 'transactions.approve'
  if (!holds(viewer.grants, needed, company))
    throw fail('forbidden', `You need the permission ${needed} in this company`)
  if (own.erased_at)
    throw fail('conflict', 'This data has been erased', {
      wire: 'CountersignTransactionDataErasedError',
    })
  const parts = await openParts(tx, deps.vault, company, id)
  if (parts.length === 0)
    throw fail('conflict', 'There is no data that your company can open', {
      wire: 'CountersignTransactionNotReleasedError',
    })
  const viewId = newId('vew', at.getTime())
  const role = viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? ''
  for (const [index, { owner, part, version }] of parts.entries())
    await addView(tx, {
      company,
      id: index === 0 ? viewId : newId('vew', at.getTime()),
      transferId: id,
      part,
      version,
      owner,
      by: viewer.did,
      role,
      code: reason.code,
      at,
      comment:
        reason.comment === undefined ? null : deps.vault.seal(reason.comment, `view of ${company}`),
    })
  await audit(tx, actor, at, {
    company,
    action: 'transaction.decrypt',
    object: id,
    detail: { reason: reason.code, parts: parts.map(({ part }) => part) },
  })
  return {
    ivms101: {
      ...Object.assign({}, ...parts.map(({ tree }) => tree)),
      payloadMetadata: { payloadVersion: '101.2023' },
    },
    viewId,
  }
}
