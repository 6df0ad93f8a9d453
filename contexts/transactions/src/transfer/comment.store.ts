import { Action, CommentAudience } from '@countersign/contracts/transactions'
import type { Vault } from '@countersign/kit/vault'
import type { TransactionsTx } from '../tables.ts'

/** A comment of the company's own people. */
export type OwnComment = {
  readonly id: string
  readonly at: Date
  readonly text: string
  readonly audience: CommentAudience
  /** The DID of a person or client. */
  readonly by: string | null
  readonly action: Action | null
}

/** Where a comment belongs: sealed elsewhere, it does not open. */
const placeOf = (company: string, transferId: string, id: string): string =>
  `transactions comment ${company} ${transferId} ${id}`

/** Writes down a comment of the company's own. */
export const insertComment = (
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
  { id, at, text, audience, by, action }: OwnComment,
): Promise<unknown> =>
  tx
    .insertInto('transactions.comment')
    .values({
      vasp_did: company,
      transfer_id: transferId,
      id,
      author_did: company,
      by_did: by,
      audience,
      action,
      sealed: Buffer.from(vault.seal(text, placeOf(company, transferId, id))),
      at,
    })
    .execute()

/** The comments of the company's own people on a transfer, oldest first. */
export async function findOwnComments(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
): Promise<OwnComment[]> {
  const rows = await tx
    .selectFrom('transactions.comment')
    .select(['id', 'at', 'audience', 'by_did', 'action', 'sealed'])
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', transferId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    text: vault.open(row.sealed.toString(), placeOf(company, transferId, row.id)),
    audience: CommentAudience.parse(row.audience),
    by: row.by_did,
    action: row.action === null ? null : Action.parse(row.action),
  }))
}

/** How many comments the company has written on a transfer. */
export async function countComments(
  tx: TransactionsTx,
  company: string,
  transferId: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('transactions.comment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Seals comments under the server's current main secret: one page, in the order of their ids.
 * @param after the last id of the page before, or ''
 * @returns the page's last id, null where it was the last page, and how many were sealed anew
 */
export async function resealOwnComments(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  after: string,
  limit: number,
): Promise<{ last: string | null; changed: number }> {
  const rows = await tx
    .selectFrom('transactions.comment')
    .select(['id', 'transfer_id', 'sealed'])
    .where('vasp_did', '=', company)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  let changed = 0
  for (const { id, transfer_id: transferId, sealed } of rows) {
    if (vault.isCurrent(sealed.toString())) continue
    const place = placeOf(company, transferId, id)
    await tx
      .updateTable('transactions.comment')
      .set({ sealed: Buffer.from(vault.seal(vault.open(sealed.toString(), place), place)) })
      .where('vasp_did', '=', company)
      .where('id', '=', id)
      .execute()
    changed++
  }
  return { last: rows.length < limit ? null : (rows.at(-1)?.id ?? null), changed }
}
