import {
  type Answer,
  type Declaration,
  type DraftAnswer,
  progressOf,
  questionnaireForm,
  questionnaireType,
  questions,
  type SectionId,
  sameAnswer,
  shapeProblems,
  withoutBlanks,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { informationArrived } from './information.store.ts'
import { documentOf, draftAnswerOf, editorOf, ownDdq } from './questionnaire.operations.ts'
import { editingMs, expiryOf } from './questionnaire.rules.ts'
import {
  findAnswers,
  findEditors,
  findVersion,
  insertDraft,
  insertVersion,
  lockDraft,
  saveAnswer,
  saveEditor,
} from './questionnaire.store.ts'
import type { TrustTx } from './tables.ts'
import { findVasp } from './vasp.store.ts'

/** Begins a draft from the newest version; a draft that is there stays. @throws 404 */
export async function startDdq(tx: TrustTx, actor: Actor, did: string, at: Date) {
  if (!(await findVasp(tx, did))) throw fail('not_found', 'No such company')
  const newest = await findVersion(tx, did)
  const version = (newest?.version ?? 0) + 1
  const draft = { did, version, answers: newest?.answers ?? {}, by: actor.did, at }
  if (await insertDraft(tx, draft)) {
    const detail = { version }
    await audit(tx, actor, at, { company: did, action: 'questionnaire.start', detail })
  }
  return ownDdq(tx, did, at)
}

const submittedMeanwhile = () =>
  fail('conflict', 'This draft was submitted meanwhile. Start the next version to go on.')

async function theDraft(tx: TrustTx, did: string, version: number) {
  const draft = await lockDraft(tx, did)
  if (!draft) throw fail('conflict', 'There is no draft. Start one first.')
  if (draft.version !== version) throw submittedMeanwhile()
  return draft
}

type Writing = { version: number; question: string; value: Answer; revision: number }

/**
 * Saves one answer of the draft. Two at once never overwrite each other: the later one gets both values.
 * The same value again is fine, since the answer to the first call may have been lost.
 * @throws 404 without such a question, 409 without such a draft, 422 for a value of another kind
 */
export async function putAnswer(
  tx: TrustTx,
  actor: Actor,
  did: string,
  { version, question: id, value, revision }: Writing,
  at: Date,
) {
  const question = questions.find((one) => one.id === id)
  if (!question) throw fail('not_found', 'No such question')
  const [wrong] = shapeProblems(question, value)
  if (wrong) throw invalid(['body', 'value', wrong.part], wrong.says)
  const draft = await theDraft(tx, did, version)
  const row = (await findAnswers(tx, did)).find((one) => one.question === id)
  const theirs: DraftAnswer = row
    ? draftAnswerOf(row)
    : { value: {}, revision: 0, updatedAt: draft.started_at.toISOString(), updatedBy: actor.did }
  if (theirs.revision !== revision) {
    if (sameAnswer(theirs.value, value)) return { status: 200, body: theirs } as const
    const message = 'Somebody else changed this answer meanwhile'
    const err = { name: 'conflict', code: 409, message }
    return { status: 409, body: { err, yours: value, theirs } } as const
  }
  const saved = { did, question: id, value, revision: revision + 1, by: actor.did, at }
  await saveAnswer(tx, saved)
  const detail = { version, revision: saved.revision }
  await audit(tx, actor, at, { company: did, action: 'questionnaire.answer', object: id, detail })
  const body = draftAnswerOf({ ...saved, updated_at: at, updated_by: actor.did })
  return { status: 200, body } as const
}

/** Renews who edits which section. @throws 404 */
export async function putPresence(
  tx: TrustTx,
  did: string,
  person: { did: string; who: string },
  section: SectionId | null,
  at: Date,
) {
  if (!(await findVasp(tx, did))) throw fail('not_found', 'No such company')
  const until = new Date(at.getTime() + editingMs)
  await saveEditor(tx, did, person, section, { at, until })
  return { editors: (await findEditors(tx, did, at)).flatMap(editorOf) }
}

type Submission = { version: number; revision: number; declaration: Declaration }

/**
 * Turns the draft into a version that nobody can change.
 * @throws 409 without such a draft or after a change that the signer has not seen, 422 with the open questions
 */
export async function submitDdq(
  tx: TrustTx,
  actor: Actor,
  did: string,
  { version, revision, declaration }: Submission,
  at: Date,
) {
  const draft = await theDraft(tx, did, version)
  if (draft.revision !== revision)
    throw fail('conflict', 'Answers changed since you looked. Read them and submit again.')
  const answers = Object.fromEntries(
    (await findAnswers(tx, did)).flatMap(({ question, value }) => {
      const kept = withoutBlanks(value)
      return Object.keys(kept).length > 0 ? [[question, kept]] : []
    }),
  )
  const { open } = progressOf(questions, answers)
  if (open.length > 0)
    throw fail('invalid', `Not complete yet: ${open.join(', ')}`, {
      issues: open.map((id) => ({
        ...{ loc: ['answers', id], msg: 'Not complete yet', type: 'missing' },
      })),
    })
  const submission = {
    ...{ did, version, answers, declaration, by: actor.did, at },
    ...{ form: questionnaireForm.version, expiresAt: expiryOf(at) },
  }
  await insertVersion(tx, submission)
  await informationArrived(tx, actor, did, questionnaireType, at)
  const detail = { version }
  await audit(tx, actor, at, { company: did, action: 'questionnaire.submit', detail })
  const { form, expiresAt } = submission
  return documentOf(
    { version, form, answers, declaration, submitted_at: at, expires_at: expiresAt },
    at,
  )
}
