import {
  Action,
  comments as contract,
  type TransferComment,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import * as z from 'zod/mini'
import { handlers } from '../handlers.ts'
import { openComments } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { findOwnComments, type OwnComment } from './comment.store.ts'
import { addComment } from './comment.ts'
import { dataErased, noSuchTransfer } from './errors.ts'
import { readerOf } from './party.rules.ts'
import { lockSide } from './side.store.ts'
import { findTransfer } from './transfer.store.ts'

/** What `addComment` sealed. */
const Sealed = z.object({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  action: z.nullable(Action),
})

/** Comments on a transfer. */
export const comments = handlers(contract, {
  list: async ({ tx, company, deps }, { query: { id } }) => {
    await sideOf(tx, company, id)
    const own = await findOwnComments(tx, deps.vault, company, id)
    const dids = [...new Set(own.flatMap(({ by }) => by ?? []))]
    const people = await deps.peopleOf(tx, company, dids)
    const theirs = (await openComments(tx, deps.vault, company, id)).map(({ owner, tree }) => ({
      ...Sealed.parse(tree),
      audience: 'BOTH' as const,
      company: owner,
      by: null,
    }))
    return {
      comments: [...own.map((one) => shown(one, company, people)), ...theirs].toSorted(
        (a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id),
      ),
    }
  },

  add: async ({ tx, company, actor, at, deps }, { body: { id, text, audience } }) => {
    const own = await sideOf(tx, company, id)
    if (own.erased_at) throw dataErased()
    const transfer = await findTransfer(tx, id)
    if (!transfer) throw noSuchTransfer()
    const written = { text, audience, by: actor.did, action: null }
    const holder = readerOf(transfer, own, company)
    const comment = await addComment(tx, deps.vault, company, id, written, at, holder)
    await audit(tx, actor, at, {
      company,
      action: 'transaction.comment',
      object: id,
      detail: { comment: comment.id, audience },
    })
    return shown(comment, company, await deps.peopleOf(tx, company, [actor.did]))
  },
})

/** The company's side, held: of two comments at once, the second waits. @throws 404 */
async function sideOf(tx: TransactionsTx, company: string, id: string) {
  const own = await lockSide(tx, company, id)
  if (!own) throw noSuchTransfer()
  return own
}

const shown = (
  { by, at, ...comment }: OwnComment,
  company: string,
  people: ReadonlyMap<string, string>,
): TransferComment => ({
  ...comment,
  at: at.toISOString(),
  company,
  by: by === null ? null : { did: by, name: people.get(by) ?? null },
})
