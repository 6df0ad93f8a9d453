import type { Vault } from '@countersign/kit/vault'
import type { TransactionsTx } from '../tables.ts'
import type { Tree } from './leaf.ts'
import { sealParts } from './part-key.store.ts'

/** Seals a comment as the next version of the company's comments. Its side of the transfer must be held. */
export async function sealComment(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
  tree: Tree,
  at: Date,
): Promise<void> {
  const last = await tx
    .selectFrom('transactions.part')
    .select('version')
    .where('owner_did', '=', company)
    .where('transfer_id', '=', transferId)
    .where('part', '=', 'COMMENTS')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const comment = { part: 'COMMENTS' as const, tree, fields: [] }
  await sealParts(tx, vault, company, transferId, [comment], at, (last?.version ?? 0) + 1)
}
