import { type Actor, type AuditEntry, audit, auditAll, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { Vault } from '@countersign/kit/vault'
import { findBoxedParts, type OpenedPart, openBoxedParts, type PartId } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  addStepsOf,
  findTransfer,
  findVersions,
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
 * Opens what a company can open of a transfer, for one of its people or machines, as `openAll` does.
 * @returns the opened parts, and the id of the view of the first
 * @throws 409 before the release and after the erasure; 404 where the company has no part in the transfer
 */
export async function openForViewer(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  transferId: string,
  viewer: Viewer,
  at: Date,
  only?: readonly PartId['part'][],
): Promise<{ viewId: string; parts: OpenedPart[] }> {
  if (!(await findTransfer(tx, transferId))) throw noSuchTransfer()
  const opened = await openAll(tx, company, vault, [transferId], viewer, at, only)
  const found = opened.get(transferId)
  if (!found)
    throw fail('conflict', 'There is no data that your company can open', {
      wire: 'CountersignTransactionNotReleasedError',
    })
  return found
}

/** What was opened of a transfer, and the id of the view of its first part. */
type Opened = { readonly viewId: string; readonly parts: OpenedPart[] }

/**
 * Opens what a company can open of transfers. Each view is noted for both companies in the same transaction, before
 * anything is opened: what can't be noted isn't opened. Locks the company's audit chain: call it last.
 * @param only the parts asked for; all when absent
 * @returns by transfer, where there is anything
 */
export async function openAll(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  ids: readonly string[],
  viewer: Viewer,
  at: Date,
  only?: readonly PartId['part'][],
): Promise<ReadonlyMap<string, Opened>> {
  const { opened, entries } = await openUnaudited(tx, company, vault, ids, viewer, at, only)
  await auditAll(tx, viewer.actor, at, entries)
  return opened
}

/** The same, but for the audit chain: whoever calls it many times adds the entries at the end, and locks it shortly. */
export async function openUnaudited(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  ids: readonly string[],
  { actor, role, how, reason, comment }: Viewer,
  at: Date,
  only?: readonly PartId['part'][],
): Promise<{ opened: ReadonlyMap<string, Opened>; entries: AuditEntry[] }> {
  const held = (await findBoxedParts(tx, company, ids)).filter(
    ({ part }) => only?.includes(part) ?? true,
  )
  if (held.length === 0) return { opened: new Map(), entries: [] }
  const views = held.map((one) => ({ ...one, id: newId('vew', at.getTime()) }))
  const seen = [...Map.groupBy(views, ({ owner, transferId }) => `${transferId} ${owner}`).values()]
  const noted = seen.flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { owner, transferId } = first
    const viewed: Viewed = {
      views: of.map(({ id, part, version }) => ({ id, part, version })),
      viewer: company,
      role,
      reason,
      how,
      at: at.toISOString(),
    }
    const sealed =
      comment === undefined ? null : vault.seal(comment, commentPlace(company, transferId))
    return [{ transferId, owner, viewed, own: { by: actor.did, comment: sealed } }]
  })
  await addViews(tx, company, noted)
  const versions = await findVersions(tx, ids)
  await addStepsOf(
    tx,
    at,
    noted.flatMap(({ transferId, owner, viewed }) => {
      const step = { kind: 'VIEWED' as const, no: 0, due: at, args: viewed }
      const version = versions.get(transferId) ?? 0
      return owner === company ? [] : [{ transferId, company: owner, version, ...step }]
    }),
  )
  const parts = Map.groupBy(
    await openBoxedParts(tx, vault, company, held),
    ({ transferId }) => transferId,
  )
  const firsts = new Map(views.toReversed().map(({ transferId, id }) => [transferId, id]))
  return {
    opened: new Map(
      [...parts].map(([id, opened]) => [id, { viewId: firsts.get(id) ?? '', parts: opened }]),
    ),
    entries: [...parts].map(([object, opened]) => ({
      company,
      action: 'transaction.decrypt',
      object,
      detail: { reason, how, parts: opened.map(({ part }) => part) },
    })),
  }
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
  if ((await addViews(tx, owner, [{ transferId, owner, viewed, own: null }])) === 0) return
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
