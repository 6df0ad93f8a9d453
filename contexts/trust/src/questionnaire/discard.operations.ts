import type { Input } from '@countersign/contracts'
import {
  type questionnaire as contract,
  diffOf,
  questionnaireForm,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { InCompany } from '../handlers.ts'
import type { TrustTx } from '../tables.ts'
import { findDiscarded, saveDiscarded } from './discard.store.ts'
import { theDraft } from './edit.operations.ts'
import { ownDdq } from './questionnaire.operations.ts'
import { isKept } from './questionnaire.rules.ts'
import {
  deleteDraft,
  findAnswers,
  findVersion,
  insertDraft,
  lockDraft,
} from './questionnaire.store.ts'

/**
 * Goes back to what was submitted last. The draft is kept, unless nothing was written in it.
 * @throws 409 without such a draft, or after a change that was not seen
 */
export async function discardDdq(
  { tx, company: did, actor, at }: InCompany,
  { query: { version, revision } }: Input<typeof contract.discard>,
) {
  const draft = await theDraft(tx, did, version)
  if (draft.revision !== revision)
    throw fail(
      'conflict',
      'Answers have changed since you opened them. Check them, then discard again.',
    )
  const { rows, answers, changed } = await whatStands(tx, did)
  const before = await findDiscarded(tx, did)
  const high = Math.max(before?.high ?? 0, ...rows.map((row) => row.revision))
  const fresh = {
    version,
    answers: changed ? answers : null,
    at,
    by: actor.did,
    restoredAt: null,
  }
  const kept = !changed && before ? keptBefore(before) : fresh
  await saveDiscarded(tx, did, { ...kept, high })
  await deleteDraft(tx, did)
  const detail = { version, revision }
  await audit(tx, actor, at, { company: did, action: 'questionnaire.discard', detail })
  return ownDdq(tx, did, at)
}

/**
 * Brings back the draft that was discarded last, as the next version.
 * @throws 404 when none is kept, 409 while something is written in another draft
 */
export async function restoreDdq({ tx, company: did, actor, at }: InCompany) {
  const present = await lockDraft(tx, did)
  const kept = await findDiscarded(tx, did)
  if (!kept?.answers || !isKept(kept, at))
    throw fail('not_found', 'There is no discarded draft to restore')
  if (present && (await whatStands(tx, did)).changed)
    throw fail('conflict', 'Another draft is open. Discard it first.')
  if (present) await deleteDraft(tx, did)
  const newest = await findVersion(tx, did)
  const version = (newest?.version ?? 0) + 1
  const revision = kept.high + 1
  const draft = { did, version, answers: kept.answers, revision, by: actor.did, at }
  if (!(await insertDraft(tx, draft)))
    throw fail('conflict', 'Another draft is open. Discard it first.')
  await saveDiscarded(tx, did, { ...keptBefore(kept), high: revision, restoredAt: at })
  await audit(tx, actor, at, {
    company: did,
    action: 'questionnaire.restore',
    detail: { version },
  })
  return ownDdq(tx, did, at)
}

/** The answers of the draft, and whether they say anything that was not submitted. */
async function whatStands(tx: TrustTx, did: string) {
  const rows = await findAnswers(tx, did)
  const answers = Object.fromEntries(rows.map(({ question, value }) => [question, value]))
  const newest = await findVersion(tx, did)
  const changes = diffOf(questionnaireForm.sections, newest?.answers ?? {}, answers)
  return { rows, answers, changed: changes.length > 0 }
}

const keptBefore = (row: NonNullable<Awaited<ReturnType<typeof findDiscarded>>>) => ({
  version: row.version,
  answers: row.answers,
  high: row.high,
  at: row.discarded_at,
  by: row.discarded_by,
  restoredAt: row.restored_at,
})
