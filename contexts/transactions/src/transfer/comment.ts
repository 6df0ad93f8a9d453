import type { Action, CommentAudience } from '@countersign/contracts/transactions'
import { commentLimit } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { Vault } from '@countersign/kit/vault'
import { releaseParts, sealComment } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countComments, findOwnComments, insertComment, type OwnComment } from './comment.store.ts'

/** What somebody writes, and with which act. */
export type Written = {
  readonly text: string
  readonly audience: CommentAudience
  readonly by: string | null
  readonly action: Action | null
}

/**
 * Writes a comment. One for both companies is sealed as a part of the company's personal data: `holder` can open
 * it now; null: with the release, or never.
 * @throws 409 when the company has written too many on this transfer
 */
export async function addComment(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
  { text, audience, by, action }: Written,
  at: Date,
  holder: string | null,
): Promise<OwnComment> {
  if ((await countComments(tx, company, transferId)) >= commentLimit)
    throw fail('conflict', `A company can write ${commentLimit} comments on a transfer`)
  const comment = { id: newId('cmt', at.getTime()), at, text, audience, by, action }
  await insertComment(tx, vault, company, transferId, comment)
  if (audience === 'BOTH') {
    const tree = { id: comment.id, at: at.toISOString(), text, action }
    await sealComment(tx, vault, company, transferId, tree, at)
    if (holder) await releaseParts(tx, vault, company, holder, transferId, at, 'COMMENTS')
  }
  return comment
}

/**
 * Writes what the company's people said of one transfer on another. Between themselves: whom they said it to need not
 * take part in the other.
 */
export async function carryComments(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  from: string,
  to: string,
): Promise<void> {
  const written = await countComments(tx, company, to)
  const said = await findOwnComments(tx, vault, company, from)
  for (const one of said.slice(0, Math.max(commentLimit - written, 0)))
    await insertComment(tx, vault, company, to, {
      ...one,
      id: newId('cmt', one.at.getTime()),
      audience: 'OWN',
    })
}
