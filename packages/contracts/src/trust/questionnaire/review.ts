import * as z from 'zod/mini'
import { Instant, Whole } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'
import { sectionIds } from './form.ts'

/** What a reviewer thinks of a section. */
export const ddqMarks = ['OK', 'CONCERN', 'QUESTION'] as const

/** A reviewer's mark and note on a section of another company's questionnaire. */
export const DdqMark = z.object({
  section: z.enum(sectionIds),
  mark: z.nullable(z.enum(ddqMarks)),
  note: z.string(),
  /** The version that was read when it was written. */
  version: z.int(),
  revision: z.int(),
  updatedAt: Instant,
  updatedBy: z.string(),
})
export type DdqMark = z.infer<typeof DdqMark>

/** The version on which a company ended its review. */
const DdqPin = z.object({ version: z.int(), at: Instant, by: z.string() })

/** One company's private notes on another's questionnaire. */
export const DdqReview = z.object({
  vaspDID: z.string(),
  reviewedVaspDID: z.string(),
  marks: z.array(DdqMark),
  /** Newest first. */
  pins: z.array(DdqPin),
})
export type DdqReview = z.infer<typeof DdqReview>

const path = '/tf/vasps/{did}/ddq-reviews/{reviewedDid}'

/** The private side of reading another company's questionnaire: nobody but the reviewer sees it. */
export const questionnaireReview = {
  get: {
    method: 'GET',
    path,
    summary: 'List your own marks and notes on another company’s questionnaire',
    access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
    returns: { 200: DdqReview },
  },
  mark: {
    method: 'PUT',
    path: `${path}/sections/{section}`,
    summary: 'Mark a section, giving the revision seen; 0 for none',
    access: canIn('trustframework.updateVASP', 'did', { people: 'own' }),
    body: z.strictObject({
      mark: z.nullable(z.enum(ddqMarks)),
      note: z.string().check(z.maxLength(4_000)),
      /** The version that was read. */
      version: Whole(1),
      revision: Whole(),
    }),
    returns: { 200: DdqMark },
  },
  pin: {
    method: 'POST',
    path: `${path}/pin`,
    summary: 'Record the version a review was based on',
    access: canIn('trustframework.updateVASP', 'did', { people: 'own' }),
    body: z.strictObject({ version: Whole(1) }),
    returns: { 200: DdqReview },
  },
} as const satisfies Contract[string]
