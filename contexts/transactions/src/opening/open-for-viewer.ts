import { type Actor, audit, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { Vault } from '@countersign/kit/vault'
import { findBoxedParts, type OpenedPart, openBoxedParts, type PartId } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  addSteps,
  findTransfer,
  noSuchTransfer,
  type Viewed,
  type ViewHow,
  type ViewReason,
} from '../transfer/index.ts'
import { addViews, commentPlace } from './view.store.ts'

/** Who looks at personal data, and why. */
export type Viewer = {
  /** The DID of a person, or `client:ID` of a machine. */
  readonly actor: Actor
  readonly role: string
  readonly how: ViewHow
  readonly reason: ViewReason
  readonly comment?: string | undefined
}

/**
 * Opens what a company can open of a transfer, for one of its people or machines. The view is noted for both
 * companies in the same transaction, before anything is opened: what can't be noted isn't opened. Locks the
 * company's audit chain: call it last.
 * @param only the parts asked for; all when absent
 * @returns the opened parts, and the id of the view of the first
 * @throws 409 before the release and after the erasure; 404 where the company has no part in the transfer
 */
export async function openForViewer(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  transferId: string,
  { actor, role, how, reason, comment }: Viewer,
  at: Date,
  only?: readonly PartId['part'][],
): Promise<{ viewId: string; parts: OpenedPart[] }> {
  const transfer = await findTransfer(tx, transferId)
  if (!transfer) throw noSuchTransfer()
  const held = (await findBoxedParts(tx, company, transferId)).filter(
    ({ part }) => only?.includes(part) ?? true,
  )
  if (held.length === 0)
    throw fail('conflict', 'There is no data that your company can open', {
      wire: 'CountersignTransactionNotReleasedError',
    })
  const views = held.map((one) => ({ ...one, id: newId('vew', at.getTime()) }))
  const sealed =
    comment === undefined ? null : vault.seal(comment, commentPlace(company, transferId))
  for (const owner of new Set(held.map((one) => one.owner))) {
    const viewed: Viewed = {
      views: views
        .filter((one) => one.owner === owner)
        .map(({ id, part, version }) => ({ id, part, version })),
      viewer: company,
      role,
      reason,
      how,
      at: at.toISOString(),
    }
    const own = { by: actor.did, comment: sealed }
    await addViews(tx, company, transferId, owner, viewed, own)
    if (owner !== company)
      await addSteps(tx, transferId, at, [
        { company: owner, kind: 'VIEWED', version: transfer.version, no: 0, due: at, args: viewed },
      ])
  }
  const parts = await openBoxedParts(tx, vault, company, transferId, held)
  await audit(tx, actor, at, {
    company,
    action: 'transaction.decrypt',
    object: transferId,
    detail: { reason, how, parts: held.map(({ part }) => part) },
  })
  return { viewId: views[0]?.id ?? '', parts }
}

/**
 * Notes views in the company that owns the data: its VIEWED step. Repeating it changes nothing. Locks the
 * company's audit chain: call it last.
 */
export async function noteViewed(
  tx: TransactionsTx,
  owner: string,
  transferId: string,
  viewed: Viewed,
  at: Date,
): Promise<void> {
  if ((await addViews(tx, owner, transferId, owner, viewed, null)) === 0) return
  await audit(tx, system, at, {
    company: owner,
    action: 'transaction.viewed',
    object: transferId,
    detail: {
      by: viewed.viewer,
      reason: viewed.reason,
      how: viewed.how,
      parts: viewed.views.map(({ part }) => part),
    },
  })
}
