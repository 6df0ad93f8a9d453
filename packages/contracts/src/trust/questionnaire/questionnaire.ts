import * as z from 'zod/mini'
import { Did, Instant, Line, Whole, WholeText } from '../../common.ts'
import { type Contract, can, canIn } from '../../operation.ts'
import { aToC } from './a-to-c.ts'
import { Answer, Answers } from './answer.ts'
import { dToF } from './d-to-f.ts'
import { type Question, type Section, sectionIds } from './form.ts'
import { gToI } from './g-to-i.ts'

/** The questionnaire: 60 questions in sections A to H, and the declaration I. */
export const questionnaireForm = {
  /** Changes with the questions; each version of a company's answers keeps the one it was given to. */
  version: '2026.1',
  sections: [...aToC, ...dToF, ...gToI] satisfies readonly Section[],
} as const

/** Every question in order. */
export const questions: readonly Question[] = questionnaireForm.sections.flatMap(
  (section) => section.questions,
)

/** Days for which a submitted version counts as current. */
export const ddqValidDays = 365

/** Days for which a discarded draft can be brought back. */
export const ddqKeptDays = 30

/** Documents that can be annexed to a version. */
export const annexLimit = 20

/** Who signs, that they read the answers, and what they add. */
export const Declaration = z.strictObject({
  name: Line(200, 2),
  role: Line(200, 2),
  /** That the answers are true and will be updated within 30 days of a material change. */
  confirmed: z.literal(true),
  /** Ids of the company's own documents. Whoever may read the answers may read these too. */
  annexes: z._default(
    z.array(z.string().check(z.maxLength(64))).check(z.maxLength(annexLimit)),
    [],
  ),
})

/** A document that was annexed, in the version that it had then. */
export const DdqAnnex = z.object({ id: z.string(), title: z.string(), version: z.int() })
export type DdqAnnex = z.infer<typeof DdqAnnex>

/** A declaration as it was signed. */
export const SignedDeclaration = z.object({
  name: z.string(),
  role: z.string(),
  annexes: z._default(z.array(DdqAnnex), []),
})
export type SignedDeclaration = z.infer<typeof SignedDeclaration>

/** An answer of a draft. `revision` grows with each change: a writer names the one they saw. */
export const DraftAnswer = z.object({
  value: Answer,
  revision: z.int(),
  updatedAt: Instant,
  /** The DID of the member who wrote it. */
  updatedBy: z.string(),
})
export type DraftAnswer = z.infer<typeof DraftAnswer>

/** A submitted version without its answers. */
export const DdqVersion = z.object({
  version: z.int(),
  form: z.string(),
  status: z.enum(['SUBMITTED', 'EXPIRED']),
  submittedAt: Instant,
  expiresAt: Instant,
  declaration: SignedDeclaration,
})
export type DdqVersion = z.infer<typeof DdqVersion>

const Flag = z.object({ question: z.string(), says: z.string() })

/** A submitted version, whole. */
export const DdqDocument = z.extend(DdqVersion, { answers: Answers, flags: z.array(Flag) })
export type DdqDocument = z.infer<typeof DdqDocument>

/** Somebody who edits a section right now. */
export const DdqEditor = z.object({ section: z.enum(sectionIds), who: z.string(), did: z.string() })
export type DdqEditor = z.infer<typeof DdqEditor>

const Draft = z.object({
  version: z.int(),
  /** Counts every change of the draft; a submission names the one that was read. */
  revision: z.int(),
  startedAt: Instant,
  answers: z.record(z.string(), DraftAnswer),
})

/** A draft that was put aside, and until when it can be brought back. */
const Discarded = z.object({
  version: z.int(),
  /** How many questions it answers. */
  answers: z.int(),
  at: Instant,
  /** The DID of the member who discarded it. */
  by: z.string(),
  until: Instant,
})

/**
 * A company's questionnaire. Draft, editors and what was discarded are for its own members; others see
 * `submitted`.
 */
export const Ddq = z.object({
  vaspDID: z.string(),
  form: z.string(),
  draft: z.nullable(Draft),
  discarded: z.nullable(Discarded),
  editors: z.array(DdqEditor),
  submitted: z.nullable(DdqDocument),
  /** Newest first. Counterparties see the newest and those that they have read. */
  versions: z.array(DdqVersion),
})
export type Ddq = z.infer<typeof Ddq>

/** A 409: what was sent, and what stands there now; without both when there is no such draft. */
const Conflict = z.object({
  err: z.object({ name: z.string(), code: z.int(), message: z.string() }),
  yours: z.optional(Answer),
  theirs: z.optional(DraftAnswer),
})

/** A reading by another company. */
const DdqRead = z.object({
  requestingVASPdid: z.string(),
  reader: z.string(),
  version: z.int(),
  at: Instant,
})

/** What differs between two versions of a questionnaire. */
const DdqDiff = z.object({
  from: z.int(),
  to: z.int(),
  changes: z.array(
    z.object({
      question: z.string(),
      kind: z.enum(['added', 'changed', 'removed']),
      before: z.optional(Answer),
      after: z.optional(Answer),
    }),
  ),
})
export type DdqDiff = z.infer<typeof DdqDiff>

const asked = z.object({ requestingVASPdid: z.optional(Did) })
const number = WholeText(1, 100_000)
const path = '/tf/vasps/{did}/documents/ddq'
const writes = canIn('trustframework.updateVASP', 'did', { people: 'own' })
const reads = canIn('trustframework.getVASP', 'did')

/** The due-diligence questionnaire: drafts, versions and who reads them. */
export const questionnaire = {
  get: {
    method: 'GET',
    path,
    summary:
      'Get one’s own draft and versions, or what another company shares with `requestingVASPdid`',
    access: can('trustframework.getVASP'),
    query: asked,
    returns: { 200: Ddq },
  },
  start: {
    method: 'POST',
    path: `${path}/draft`,
    summary: 'Start a draft from the latest version; an existing draft is kept',
    access: writes,
    returns: { 200: Ddq },
  },
  discard: {
    method: 'DELETE',
    path: `${path}/draft`,
    summary: 'Discard the draft; it can be restored for 30 days',
    access: writes,
    query: z.object({
      version: number,
      /** The revision of the draft that was seen: what changed since is not thrown away. */
      revision: WholeText(0, 1_000_000),
    }),
    returns: { 200: Ddq },
  },
  restore: {
    method: 'POST',
    path: `${path}/draft/restore`,
    summary: 'Restore the last discarded draft',
    access: writes,
    returns: { 200: Ddq },
  },
  answer: {
    method: 'PUT',
    path: `${path}/answers/{questionId}`,
    summary: 'Save one answer of the draft, giving the revision seen; 0 for none',
    access: writes,
    body: z.strictObject({
      /** The version that the draft is to become: a draft that was submitted takes nothing more. */
      version: Whole(1),
      value: Answer,
      revision: Whole(),
    }),
    returns: { 200: DraftAnswer, 409: Conflict },
  },
  presence: {
    method: 'PUT',
    path: `${path}/presence`,
    summary: 'Announce for 20 seconds which section is being edited; null for none',
    access: writes,
    body: z.strictObject({ section: z.nullable(z.enum(sectionIds)) }),
    returns: { 200: z.object({ editors: z.array(DdqEditor) }) },
  },
  submit: {
    method: 'POST',
    path: `${path}/submit`,
    summary: 'Submit the draft with a declaration; it becomes an immutable version',
    access: writes,
    body: z.strictObject({ version: Whole(1), revision: Whole(), declaration: Declaration }),
    returns: { 200: DdqDocument },
  },
  version: {
    method: 'GET',
    path: `${path}/versions/{version}`,
    summary: 'Get one submitted version, own or shared',
    access: can('trustframework.getVASP'),
    query: asked,
    returns: { 200: DdqDocument },
  },
  compare: {
    method: 'GET',
    path: `${path}/compare`,
    summary: 'Compare two versions: answers added, changed and removed',
    access: can('trustframework.getVASP'),
    query: z.extend(asked, { from: number, to: number }),
    returns: { 200: DdqDiff },
  },
  readers: {
    method: 'GET',
    path: `${path}/reads`,
    summary: 'List companies that read the questionnaire, newest first; at most 200',
    access: reads,
    returns: { 200: z.object({ reads: z.array(DdqRead) }) },
  },
} as const satisfies Contract[string]
