import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, WholeText } from '../common.ts'

/** A company's verdict on another one, private to it. */
export const reviewValues = ['TRUSTED', 'BLOCKED', 'MANUAL'] as const

/** One verdict. */
export type ReviewValue = (typeof reviewValues)[number]

/** The verdicts in words. */
export const reviewLabels: { readonly [V in ReviewValue]: string } = {
  TRUSTED: 'Trusted',
  BLOCKED: 'Blocked',
  MANUAL: 'Monitored',
}

/** After how many days a verdict is looked at again, when nobody says otherwise. */
export const reviewDays: { readonly [V in ReviewValue]: number } = {
  TRUSTED: 365,
  BLOCKED: 180,
  MANUAL: 90,
}

/** The furthest next review, in days. */
export const maxReviewDays = 3 * 366

/** Why, in codes that can be counted. */
export const reviewReasons = [
  'LICENCE_CONFIRMED',
  'DUE_DILIGENCE_COMPLETE',
  'ESTABLISHED_RELATIONSHIP',
  'DUE_DILIGENCE_OPEN',
  'UNRESPONSIVE',
  'NO_TRAVEL_RULE',
  'HIGH_RISK_JURISDICTION',
  'DATA_PROTECTION',
  'LICENCE_LOST',
  'SANCTIONS_CONCERN',
  'OTHER',
] as const

/** The reasons in words. */
export const reviewReasonLabels: { readonly [R in (typeof reviewReasons)[number]]: string } = {
  LICENCE_CONFIRMED: 'Licence confirmed',
  DUE_DILIGENCE_COMPLETE: 'Due diligence complete',
  ESTABLISHED_RELATIONSHIP: 'Established relationship',
  DUE_DILIGENCE_OPEN: 'Due diligence still open',
  UNRESPONSIVE: 'Does not answer',
  NO_TRAVEL_RULE: 'Sends no Travel Rule data',
  HIGH_RISK_JURISDICTION: 'High-risk jurisdiction',
  DATA_PROTECTION: 'Data protection not sufficient',
  LICENCE_LOST: 'Licence lost',
  SANCTIONS_CONCERN: 'Sanctions concern',
  OTHER: 'Other',
}

type Reason = (typeof reviewReasons)[number]

/** Reasons that speak for a company, and reasons that speak against it; others fit any verdict. */
const speaksFor: readonly Reason[] = [
  'LICENCE_CONFIRMED',
  'DUE_DILIGENCE_COMPLETE',
  'ESTABLISHED_RELATIONSHIP',
]
const speaksAgainst: readonly Reason[] = [
  'DUE_DILIGENCE_OPEN',
  'UNRESPONSIVE',
  'NO_TRAVEL_RULE',
  'DATA_PROTECTION',
  'LICENCE_LOST',
  'SANCTIONS_CONCERN',
]

/** Whether a reason can be given for a verdict: nobody is trusted because of a lost licence. */
export const fitsVerdict = (value: ReviewValue, reason: Reason): boolean =>
  !(value === 'TRUSTED' ? speaksAgainst : value === 'BLOCKED' ? speaksFor : []).includes(reason)

/** What a verdict rests on: which questionnaire version, document or screening. */
export const ReviewEvidence = z.strictObject({
  kind: z.enum(['QUESTIONNAIRE', 'DOCUMENT', 'LICENCE', 'SCREENING', 'OTHER']),
  reference: Line(200),
})

const stated = {
  reviewValue: z.enum(reviewValues),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000)))),
  reasons: z._default(z.array(z.enum(reviewReasons)).check(z.maxLength(reviewReasons.length)), []),
  evidence: z._default(z.array(ReviewEvidence).check(z.maxLength(10)), []),
}

/** A verdict to give. Without `nextReviewAt` it is looked at again after {@link reviewDays}. */
export const ReviewIn = z.strictObject({
  reviewedVaspDID: Did,
  ...stated,
  nextReviewAt: z.optional(Instant),
  /**
   * The id of the verdict that the writer saw: the one that waits for a second person, else the one in force,
   * null for none. Another one by now is a conflict.
   */
  basedOn: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
})
export type ReviewIn = z.infer<typeof ReviewIn>

/** A verdict as it was given. */
export const Review = z.object({
  id: z.string(),
  vaspDID: Did,
  reviewedVaspDID: Did,
  reviewValue: z.enum(reviewValues),
  note: z.nullable(z.string()),
  reasons: z.array(z.enum(reviewReasons)),
  evidence: z.array(ReviewEvidence),
  nextReviewAt: Instant,
  createdAt: Instant,
  /** DID of the person, or of the credential, that gave it. */
  createdBy: z.string(),
  createdByName: z.nullable(z.string()),
  /** DID of the second person, where the company wants two. */
  agreedBy: z.nullable(z.string()),
  agreedByName: z.nullable(z.string()),
})
export type Review = z.infer<typeof Review>

/** A verdict that isn’t in force until a second person gives the same. */
export const WaitingReview = z.extend(Review, {
  /** From then on it no longer counts. */
  waitsUntil: Instant,
})
export type WaitingReview = z.infer<typeof WaitingReview>

/** A verdict of the history: one that was taken back says when. */
export const PastReview = z.extend(Review, { withdrawnAt: z.nullable(Instant) })
export type PastReview = z.infer<typeof PastReview>

/** A company's own verdicts in force, those due first. */
export const ReviewQuery = z.object({
  reviewValue: z.optional(z.enum(reviewValues)),
  /** Only those whose next review is due at this instant. */
  dueBefore: z.optional(Instant),
  per_page: z._default(WholeText(1, 100), 50),
  cursor: z.optional(Cursor),
})
export type ReviewQuery = z.infer<typeof ReviewQuery>

/** A page of own verdicts with the companies' names. */
export const ReviewPage = z.object({
  reviews: z.array(z.extend(Review, { name: z.string() })),
  pagination: z.object({
    per_page: z.int(),
    total: z.int(),
    /** How many of all are due. */
    due: z.int(),
    next: z.nullable(z.string()),
  }),
})
