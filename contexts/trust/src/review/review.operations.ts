import type { Input } from '@countersign/contracts'
import {
  fitsVerdict,
  maxReviewDays,
  type ReviewIn,
  type ReviewValue,
  reviewDays,
  reviewLabels,
  reviewReasonLabels,
  trust,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { cursorOf, PlaceText, PlaceTimestamp } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import { emit } from '@countersign/kit/outbox'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import { handlers, type InCompany } from '../handlers.ts'
import { findVasp } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { sumDiligence, sumRequests } from './diligence.store.ts'
import {
  countReviews,
  findPastReview,
  findReviewHistory,
  findReviewPage,
  findReviews,
  findSeenDocuments,
  lockPair,
  lockReview,
  reviewOut,
  saveReview,
  withdrawReview,
} from './review.store.ts'
import { agree, discard, hold, secondNeeded, takesTwo } from './second-person.ts'
import { findWaiting, removeWaiting } from './waiting.store.ts'

const contract = trust.review

/** Verdicts on other companies. */
export const review = handlers(contract, {
  give,
  undo,
  list,
  history,
  statistics: async ({ tx, company, at }, { query }) => ({
    rows: await sumRequests(tx, company, query),
    ...(await sumDiligence(tx, company, query, at)),
  }),
})

const day = 86_400_000

/** When a verdict is looked at again. @throws 422 for a time that is past or too far away */
function nextReviewOf({ nextReviewAt, reviewValue }: ReviewIn, at: Date): Date {
  if (nextReviewAt === undefined) return new Date(at.getTime() + reviewDays[reviewValue] * day)
  const next = new Date(nextReviewAt)
  if (next <= at) throw invalid(['body', 'nextReviewAt'], 'Choose a date after today')
  if (next.getTime() > at.getTime() + maxReviewDays * day)
    throw invalid(['body', 'nextReviewAt'], 'Choose a date within three years')
  return next
}

/**
 * Gives a verdict on another company and keeps the earlier ones. Where the company wants two people, the
 * first one's is held.
 * @throws 404 without that company, 422 for the own one
 */
async function give(call: InCompany, { body: given }: Input<typeof contract.give>) {
  const { tx, company: did, caller, actor, at } = call
  const { reviewedVaspDID: reviewed, reviewValue, reasons, basedOn } = given
  if (reviewed === did) throw invalid(['body', 'reviewedVaspDID'], 'A company can’t review itself')
  const wrong = reasons.find((reason) => !fitsVerdict(reviewValue, reason))
  if (wrong)
    throw invalid(
      ['body', 'reasons'],
      `"${reviewReasonLabels[wrong]}" is no reason for the verdict "${reviewLabels[reviewValue]}"`,
    )
  const next = nextReviewOf(given, at)
  if (!(await findVasp(tx, reviewed)) || !(await findVasp(tx, did)))
    throw fail('not_found', 'No such company')
  await knownDocuments(tx, given)
  const two = await takesTwo(call)
  if (two || basedOn !== undefined) await lockPair(tx, did, reviewed)
  const waiting = two ? (await findWaiting(tx, did, [reviewed], at))[0] : undefined
  if (
    basedOn !== undefined &&
    (waiting?.id ?? (await lockReview(tx, did, reviewed)) ?? null) !== basedOn
  )
    throw fail(
      'conflict',
      'A colleague has recorded a verdict on this company since you opened it. Reload, then decide.',
    )
  const row = {
    id: id('rev', at.getTime()),
    vasp_did: did,
    reviewed_did: reviewed,
    review_value: reviewValue,
    note: given.note || null,
    reasons: [...new Set(reasons)],
    evidence: given.evidence,
    next_review_at: next,
    created_at: at,
    created_by: actor.did,
    created_by_name: caller.viewer.name ?? null,
  }
  if (two && !waiting) return { status: 202 as const, body: await hold(call, row) }
  // One that waited when the company still wanted two is passed over.
  if (!two) await removeWaiting(tx, did, { reviewed })
  const agreed = { agreed_by: null, agreed_by_name: null, agreed_at: null }
  // A new id: whoever saw the waiting one, too, is told that it is decided.
  const now = waiting
    ? { ...(await agree(call, given, waiting)), id: row.id }
    : { ...row, ...agreed }
  await saveReview(tx, now)
  tell(tx, did, reviewed, reviewValue, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'review.give',
    object: reviewed,
    detail: {
      review: now.id,
      reviewValue,
      reasons: now.reasons,
      nextReviewAt: now.next_review_at.toISOString(),
      ...(waiting && { firstBy: waiting.created_by, waited: waiting.id }),
    },
  })
  return { status: 200 as const, body: reviewOut(now) }
}

/** @throws 422 for an id of a document that the company cannot see */
async function knownDocuments(tx: TrustTx, { evidence }: ReviewIn): Promise<void> {
  const ids = evidence.flatMap(({ kind, reference }) =>
    kind === 'DOCUMENT' && reference.startsWith('doc_') ? [reference] : [],
  )
  const seen = await findSeenDocuments(tx, ids)
  if (ids.some((one) => !seen.includes(one)))
    throw invalid(['body', 'evidence'], 'One of these documents isn’t shared with you')
}

/**
 * Takes a verdict back while no newer one was given, or discards one that waits for a second person.
 * @throws 404 without it, 409 when it is no longer in force, 403 where two people decide
 */
async function undo(call: InCompany, { reviewId }: Input<typeof contract.undo>) {
  const { tx, company: did, actor, at } = call
  const about = await discard(call, reviewId)
  if (about !== undefined) {
    const [kept] = await findReviews(tx, did, [about])
    return { review: kept ? reviewOut(kept) : null }
  }
  const past = await findPastReview(tx, did, reviewId)
  if (!past) throw fail('not_found', 'No such review')
  const reviewed = past.reviewed_did
  if (await takesTwo(call))
    throw secondNeeded('Two people decide on companies. Give another verdict instead.')
  if ((await lockReview(tx, did, reviewed)) !== reviewId)
    throw fail('conflict', 'This verdict is no longer the latest. Reload the page.')
  await withdrawReview(tx, { did, reviewed, id: reviewId, at })
  const [now] = await findReviews(tx, did, [reviewed])
  tell(tx, did, reviewed, now ? reviewOut(now).reviewValue : null, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'review.undo',
    object: reviewed,
    detail: { review: reviewId, reviewValue: now?.review_value ?? null },
  })
  return { review: now ? reviewOut(now) : null }
}

function tell(
  tx: TrustTx,
  did: string,
  reviewed: string,
  reviewValue: ReviewValue | null,
  at: Date,
): void {
  const payload = {
    did,
    reviewedVaspDID: reviewed,
    reviewValue,
    updatedAt: at.toISOString(),
  }
  emit(tx, { type: 'vasp.reviewed', company: did, payload, at })
}

const cursors = cursorOf('reviews', z.tuple([PlaceTimestamp, PlaceText]))

function dueOf(vault: Vault, cursor: string) {
  const [at, did] = cursors.read(vault, cursor)
  return { at, did }
}

/** A page of the own verdicts in force, those due first. */
async function list(
  { tx, company: did, at, deps: { vault } }: InCompany,
  { query }: Input<typeof contract.list>,
) {
  const { reviewValue: value, dueBefore, per_page, cursor } = query
  const rows = await findReviewPage(tx, did, {
    value,
    dueBefore,
    limit: per_page + 1,
    after: cursor === undefined ? undefined : dueOf(vault, cursor),
  })
  const { total, due } = await countReviews(tx, did, { value, dueBefore, at })
  const page = rows.slice(0, per_page)
  const last = page.at(-1)
  return {
    reviews: page.map((row) => ({ ...reviewOut(row), name: row.name })),
    pagination: {
      per_page,
      total,
      due,
      next:
        rows.length > per_page && last ? cursors.write(vault, [last.due, last.reviewed_did]) : null,
    },
  }
}

/** The own verdicts on one company, newest first. */
async function history(
  { tx, company: did }: InCompany,
  { reviewedDid }: Input<typeof contract.history>,
) {
  const rows = await findReviewHistory(tx, did, reviewedDid)
  return {
    reviews: rows.map((row) => ({
      ...reviewOut(row),
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    })),
  }
}
