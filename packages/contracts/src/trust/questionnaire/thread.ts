import * as z from 'zod/mini'
import { Cursor, Did, deceptive, Instant, Whole, WholeText } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'
import { sectionIds } from './form.ts'
import { questions } from './questionnaire.ts'

/** OPEN waits for the owner, ANSWERED for the company that asked; a RESOLVED one waits for nobody. */
export const ddqThreadStatuses = ['OPEN', 'ANSWERED', 'RESOLVED'] as const
export type DdqThreadStatus = (typeof ddqThreadStatuses)[number]

/** What can happen to a thread. */
export const ddqThreadActions = ['ask', 'answer', 'followUp', 'resolve', 'reopen'] as const
export type DdqThreadAction = (typeof ddqThreadActions)[number]

/** How many questions one company can ask of another's questionnaire. */
export const ddqThreadLimit = 100
/** How many comments a thread can hold. */
export const ddqCommentLimit = 50

/** What a question is about: a section by its letter, or an answer by the number of its question. */
export const DdqPlace = z.enum([...sectionIds, ...questions.map(({ id }) => id)])

/** What the other company reads, as it was written: line breaks stay, signs that deceive are refused. */
const Text = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2_000),
  z.refine(
    (text) => !deceptive.test(text.replaceAll(/[\n\r\t]/g, '')),
    'Remove the invisible characters',
  ),
)

/** One thing that was said. */
const DdqComment = z.object({
  id: z.string(),
  at: Instant,
  /** The company that wrote it. */
  company: Did,
  /** Who wrote it, for its own company alone; the name is null for machines. */
  by: z.nullable(z.object({ did: z.string(), name: z.nullable(z.string()) })),
  text: z.string(),
})
export type DdqComment = z.infer<typeof DdqComment>

/** A question about a company's questionnaire, and what both companies said about it. */
export const DdqThread = z.object({
  id: z.string(),
  ownerDid: Did,
  ownerName: z.string(),
  requestingVASPdid: Did,
  requestingVASPName: z.string(),
  /** The version that was read when it was asked. */
  version: z.int(),
  about: DdqPlace,
  status: z.enum(ddqThreadStatuses),
  /** Whether the questionnaire is still shared with the company that asked. If not, nobody writes any more. */
  isShared: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Oldest first. */
  comments: z.array(DdqComment),
})
export type DdqThread = z.infer<typeof DdqThread>

const path = '/tf/vasps/{did}/ddq-threads'
const one = `${path}/{thread}`
const writes = canIn('trustframework.updateVASP', 'did', { people: 'own' })

/** Questions about questionnaires: between the owner and a company that may read it. */
export const questionnaireThread = {
  list: {
    method: 'GET',
    path,
    summary: 'List questions about your own questionnaire and those you asked, latest first',
    access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
    query: z.object({
      ownerDid: z.optional(Did),
      requestingVASPdid: z.optional(Did),
      status: z.optional(z.enum(ddqThreadStatuses)),
      limit: z._default(WholeText(1, 100), 50),
      cursor: z.optional(Cursor),
    }),
    returns: {
      200: z.object({
        threads: z.array(DdqThread),
        next: z.nullable(z.string()),
        /** How many of these two companies’ threads wait for this company, on all pages. */
        awaiting: z.int(),
      }),
    },
  },
  ask: {
    method: 'POST',
    path,
    summary: 'Ask about an answer or section of a shared questionnaire you’ve read',
    access: writes,
    body: z.strictObject({ ownerDid: Did, version: Whole(1), about: DdqPlace, text: Text }),
    returns: { 201: DdqThread },
  },
  comment: {
    method: 'POST',
    path: `${one}/comments`,
    summary: 'Answer a question about your own questionnaire, or follow up your own question',
    access: writes,
    body: z.strictObject({ text: Text }),
    returns: { 201: DdqThread },
  },
  resolve: {
    method: 'POST',
    path: `${one}/resolve`,
    summary: 'Resolve a question you asked',
    access: writes,
    returns: { 200: DdqThread },
  },
  reopen: {
    method: 'POST',
    path: `${one}/reopen`,
    summary: 'Reopen a resolved question',
    access: writes,
    returns: { 200: DdqThread },
  },
} as const satisfies Contract[string]
