import { holds } from '@countersign/contracts'
import type { OpenReason } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { dataErased, findSide, holdTransfers, noSuchTransfer } from '../transfer/index.ts'
import { openForViewer } from './open-for-viewer.ts'
import { ivms101Of } from './payload.rules.ts'

/**
 * Opens the personal data of a transfer for a person of the company, who says why. The view is written down in
 * the same transaction: what can't be noted isn't opened.
 * @throws 403 for machines and people who decide nothing, 404, 409 before the release or after the erasure
 */
export async function decrypt(
  { tx, company, deps, caller, actor, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  {
    id,
    parts: only,
    reason,
  }: {
    readonly id: string
    readonly parts?: readonly ('ORIGINATOR' | 'BENEFICIARY' | 'COMMENTS')[] | undefined
    readonly reason: { readonly code: OpenReason; readonly comment?: string | undefined }
  },
): Promise<{ ivms101: unknown; viewId: string }> {
  const { viewer } = caller
  if (viewer.clientId !== undefined)
    throw fail('forbidden', 'Machines can’t open personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  // Held, so that nothing is opened, or noted, of what is erased at the same time.
  await holdTransfers(tx, [id])
  const own = await findSide(tx, company, id)
  if (!own) throw noSuchTransfer()
  const needed = own.role === 'B' ? 'transactions.accept' : 'transactions.approve'
  if (!holds(viewer.grants, needed, company))
    throw fail('forbidden', `You need the permission ${needed} in this company`)
  if (own.erased_at) throw dataErased()
  const { viewId, parts } = await openForViewer(
    tx,
    company,
    deps.vault,
    id,
    {
      actor,
      role: viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? '',
      how: 'CLICK',
      reason: reason.code,
      comment: reason.comment,
    },
    at,
    only,
  )
  return { ivms101: ivms101Of(parts), viewId }
}
