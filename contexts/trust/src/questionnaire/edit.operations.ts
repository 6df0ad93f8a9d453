import type { Input } from '@countersign/contracts'
import {
  type Answers,
  type questionnaire as contract,
  type DdqAnnex,
  type DraftAnswer,
  filesOf,
  progressOf,
  questionnaireForm,
  questionnaireType,
  questions,
  sameAnswer,
  shapeProblems,
  withoutBlanks,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { findKept, findReadings, grantAnnexes, informationArrived } from '../document/index.ts'
import type { InCompany } from '../handlers.ts'
import { findVasp } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { findDiscarded } from './discard.store.ts'
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

/** Begins a draft from the newest version; a draft that is there stays. @throws 404 */
export async function startDdq({ tx, company: did, actor, at }: InCompany) {
  if (!(await findVasp(tx, did))) throw fail('not_found', 'No such company')
  const newest = await findVersion(tx, did)
  const version = (newest?.version ?? 0) + 1
  const revision = ((await findDiscarded(tx, did))?.high ?? 0) + 1
  const draft = { did, version, answers: newest?.answers ?? {}, revision, by: actor.did, at }
  if (await insertDraft(tx, draft)) {
    const detail = { version }
    await audit(tx, actor, at, { company: did, action: 'questionnaire.start', detail })
  }
  return ownDdq(tx, did, at)
}

const submittedMeanwhile = () =>
  fail('conflict', 'This draft has been submitted. Start the next version to continue.')

/** The draft that is to become this version, locked. @throws 409 */
export async function theDraft(tx: TrustTx, did: string, version: number) {
  const draft = await lockDraft(tx, did)
  if (!draft) throw fail('conflict', 'There is no draft. Start one first.')
  if (draft.version !== version) throw submittedMeanwhile()
  return draft
}

/**
 * Saves one answer of the draft. Two at once never overwrite each other: the later one gets both values.
 * The same value again is fine, since the answer to the first call may have been lost.
 * @throws 404 without such a question, 409 without such a draft, 422 for a value of another kind
 */
export async function putAnswer(
  { tx, company: did, actor, at }: InCompany,
  { questionId: id, body: { version, value, revision } }: Input<typeof contract.answer>,
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
    const message = 'Someone else changed this answer'
    const err = { name: 'conflict', code: 409, message }
    return { status: 409, body: { err, yours: value, theirs } } as const
  }
  const known = new Set(filesOf(question, theirs.value).map((file) => file.id))
  const fresh = filesOf(question, value).filter((file) => !known.has(file.id))
  const [strange] = await notKept(tx, did, fresh)
  if (strange)
    throw invalid(
      ['body', 'value', strange.part],
      'This document isn’t in your library. Choose another one.',
    )
  // Above all of a draft that was discarded: a page that was left open on it must not match.
  const { high = 0 } = (await findDiscarded(tx, did)) ?? {}
  const next = Math.max(revision, high) + 1
  const saved = { did, question: id, value, revision: next, by: actor.did, at }
  await saveAnswer(tx, saved)
  const detail = { version, revision: saved.revision }
  await audit(tx, actor, at, { company: did, action: 'questionnaire.answer', object: id, detail })
  const body = draftAnswerOf({ ...saved, updated_at: at, updated_by: actor.did })
  return { status: 200, body } as const
}

/** Renews who edits which section. @throws 404 */
export async function putPresence(
  { tx, company: did, caller: { viewer }, at }: InCompany,
  { body: { section } }: Input<typeof contract.presence>,
) {
  if (!(await findVasp(tx, did))) throw fail('not_found', 'No such company')
  const until = new Date(at.getTime() + editingMs)
  const person = { did: viewer.did, who: viewer.name ?? viewer.email ?? viewer.did }
  await saveEditor(tx, did, person, section, { at, until })
  return { editors: (await findEditors(tx, did, at)).flatMap(editorOf) }
}

/** Which of these files are no documents that the company keeps. */
async function notKept<File extends { readonly id: string }>(
  tx: TrustTx,
  did: string,
  files: readonly File[],
): Promise<File[]> {
  const kept = await findKept(
    tx,
    did,
    files.map(({ id }) => id),
  )
  return files.filter(({ id }) => !kept.some((one) => one.id === id))
}

/**
 * Turns the draft into a version that nobody can change.
 * @throws 409 without such a draft or after a change that the signer has not seen, 422 with the open questions
 */
export async function submitDdq(
  { tx, company: did, actor, at }: InCompany,
  { body: { version, revision, declaration } }: Input<typeof contract.submit>,
) {
  const draft = await theDraft(tx, did, version)
  if (draft.revision !== revision)
    throw fail(
      'conflict',
      'Answers have changed since you opened them. Check them, then submit again.',
    )
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
        loc: ['answers', id],
        msg: 'Not complete yet',
        type: 'missing',
      })),
    })
  await mustKeepFiles(tx, did, answers)
  const { name, role } = declaration
  const annexes = await annexesFor(tx, did, declaration.annexes)
  const submission = {
    did,
    version,
    answers,
    declaration: { name, role, annexes },
    by: actor.did,
    at,
    form: questionnaireForm.version,
    expiresAt: expiryOf(at),
  }
  await insertVersion(tx, submission)
  await grantAnnexes(tx, did, annexes, await findReadings(tx, did, questionnaireType, at), at)
  await informationArrived(tx, actor, did, questionnaireType, at)
  const detail = { version, annexes: annexes.map(({ id }) => id) }
  await audit(tx, actor, at, { company: did, action: 'questionnaire.submit', detail })
  const { form, expiresAt, declaration: signed } = submission
  return documentOf(
    { version, form, answers, declaration: signed, submitted_at: at, expires_at: expiresAt },
    at,
  )
}

/** @throws 422 with the questions whose documents were deleted since they were named */
async function mustKeepFiles(tx: TrustTx, did: string, answers: Answers): Promise<void> {
  const files = questions.flatMap((question) =>
    filesOf(question, answers[question.id] ?? {}).map(({ id }) => ({ id, question: question.id })),
  )
  const gone = [...new Set((await notKept(tx, did, files)).map(({ question }) => question))]
  if (gone.length > 0)
    throw fail(
      'invalid',
      `Choose another document at ${gone.join(', ')}: the one named there is no longer in your library`,
      {
        issues: gone.map((id) => ({
          loc: ['answers', id],
          msg: 'No longer in your library',
          type: 'missing',
        })),
      },
    )
}

/** The annexes in the order in which they were named. @throws 422 for what the company does not keep */
async function annexesFor(tx: TrustTx, did: string, ids: readonly string[]): Promise<DdqAnnex[]> {
  const wanted = [...new Set(ids)]
  const kept = await findKept(tx, did, wanted)
  const annexes = wanted.flatMap((id) => kept.find((one) => one.id === id) ?? [])
  if (annexes.length < wanted.length)
    throw invalid(
      ['body', 'declaration', 'annexes'],
      'An annex isn’t in your library. Choose another one.',
    )
  return annexes
}
