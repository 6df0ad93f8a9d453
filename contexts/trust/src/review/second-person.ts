import { type ReviewIn, reviewLabels, type WaitingReview } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { InCompany } from '../handlers.ts'
import { findSettings } from '../settings/index.ts'
import {
  addWaiting,
  findWaitingById,
  removeWaiting,
  type WaitingRow,
  waitingOut,
} from './waiting.store.ts'

/** How long the first verdict counts. */
const lastsMs = 86_400_000

/** Whether the company wants two people for a verdict. */
export const takesTwo = async ({ tx, company }: InCompany): Promise<boolean> =>
  (await findSettings(tx, company))?.reviewsTakeTwo ?? false

/** 403: somebody else has to do this too. */
export const secondNeeded = (words: string) =>
  fail('forbidden', words, { wire: 'SecondPersonNeededError' })

/** Holds the first verdict until a second person gives the same. */
export async function hold(
  { tx, company, actor, at }: InCompany,
  row: Omit<WaitingRow, 'waits_until'>,
): Promise<WaitingReview> {
  const waiting = { ...row, waits_until: new Date(at.getTime() + lastsMs) }
  await removeWaiting(tx, company, { reviewed: row.reviewed_did })
  await addWaiting(tx, waiting)
  await audit(tx, actor, at, {
    company,
    action: 'review.hold',
    object: row.reviewed_did,
    detail: {
      review: row.id,
      reviewValue: row.review_value,
      reasons: row.reasons,
      nextReviewAt: row.next_review_at.toISOString(),
      waitsUntil: waiting.waits_until.toISOString(),
    },
  })
  return waitingOut(waiting)
}

const states = ({ note, reasons, evidence, nextReviewAt }: ReviewIn) =>
  Boolean(note) || reasons.length > 0 || evidence.length > 0 || nextReviewAt !== undefined

/**
 * Takes the waiting verdict out, for it to come in force, where this one says the same.
 * @throws 409 where it says something else, 403 for whoever gave the first and for a machine
 */
export async function agree(
  { tx, company, caller, at }: InCompany,
  given: ReviewIn,
  waiting: WaitingRow,
) {
  const { waits_until: _, ...first } = waiting
  const label = reviewLabels[waitingOut(waiting).reviewValue]
  if (given.reviewValue !== first.review_value)
    throw fail(
      'conflict',
      `The verdict "${label}" waits for a second person. Give the same, or discard it first.`,
    )
  const { did, clientId, name } = caller.viewer
  if (did === first.created_by || clientId !== undefined)
    throw secondNeeded('Another person must give this verdict too')
  if (states(given))
    throw fail(
      'conflict',
      `The verdict "${label}" waits for a second person. Agree to it as it is, or discard it and give yours.`,
    )
  await removeWaiting(tx, company, { id: first.id })
  return { ...first, agreed_by: did, agreed_by_name: name ?? null, agreed_at: at }
}

/** Discards a verdict that waits. @returns the company that it is about; undefined without it */
export async function discard(
  { tx, company, actor, at }: InCompany,
  id: string,
): Promise<string | undefined> {
  const found = await findWaitingById(tx, company, id, at)
  if (!found) return undefined
  // Two at once: a colleague has discarded it, or agreed to it, since.
  if (!(await removeWaiting(tx, company, { id })))
    throw fail('conflict', 'This verdict no longer waits. Reload the page.')
  await audit(tx, actor, at, {
    company,
    action: 'review.discard',
    object: found.reviewed_did,
    detail: { review: id, reviewValue: found.review_value },
  })
  return found.reviewed_did
}
