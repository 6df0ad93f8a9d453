import {
  Answer,
  Answers,
  type SectionId,
  type SignedDeclaration,
} from '@countersign/contracts/trust'
import type { TrustTx } from '../tables.ts'

/** The newest submitted versions of a company, newest first. */
export const findVersions = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.ddq_version')
    .select(['version', 'form', 'declaration', 'submitted_at', 'expires_at'])
    .where('vasp_did', '=', did)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()

/** One submitted version with its answers; the newest when no number is given. */
export async function findVersion(tx: TrustTx, did: string, version?: number) {
  const row = await tx
    .selectFrom('trust.ddq_version')
    .select(['version', 'form', 'answers', 'declaration', 'submitted_at', 'expires_at'])
    .where('vasp_did', '=', did)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, answers: Answers.parse(row.answers) }
}

/** The draft, or undefined. */
export const findDraft = (tx: TrustTx, did: string) =>
  tx.selectFrom('trust.ddq_draft').selectAll().where('vasp_did', '=', did).executeTakeFirst()

/** The draft, locked until the transaction ends: every change of it takes its turn here. */
export const lockDraft = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.ddq_draft')
    .selectAll()
    .where('vasp_did', '=', did)
    .forUpdate()
    .executeTakeFirst()

/** The answers of the draft. */
export const findAnswers = async (tx: TrustTx, did: string) =>
  (
    await tx
      .selectFrom('trust.ddq_answer')
      .select(['question', 'value', 'revision', 'updated_at', 'updated_by'])
      .where('vasp_did', '=', did)
      .orderBy('question')
      .execute()
  ).map((row) => ({ ...row, value: Answer.parse(row.value) }))

/** Begins a draft with these answers, each of `revision`; false when somebody else just did. */
export async function insertDraft(
  tx: TrustTx,
  draft: {
    did: string
    version: number
    answers: Answers
    revision?: number
    by: string
    at: Date
  },
): Promise<boolean> {
  const { did, version, answers, revision = 1, by, at } = draft
  const [row] = await tx
    .insertInto('trust.ddq_draft')
    .values({ vasp_did: did, version, started_at: at, started_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('vasp_did')
    .execute()
  if (!row) return false
  const given = Object.entries(answers)
  if (given.length > 0)
    await tx
      .insertInto('trust.ddq_answer')
      .values(
        given.map(([question, value]) => ({
          vasp_did: did,
          question,
          value: JSON.stringify(value),
          revision,
          updated_at: at,
          updated_by: by,
        })),
      )
      .execute()
  return true
}

/** Stores one answer and counts the change. The draft must be locked. */
export async function saveAnswer(
  tx: TrustTx,
  answer: { did: string; question: string; value: Answer; revision: number; by: string; at: Date },
): Promise<void> {
  const { did, question, revision, by, at } = answer
  const fresh = { value: JSON.stringify(answer.value), revision, updated_at: at, updated_by: by }
  await tx
    .insertInto('trust.ddq_answer')
    .values({ vasp_did: did, question, ...fresh })
    .onConflict((conflict) => conflict.columns(['vasp_did', 'question']).doUpdateSet(fresh))
    .execute()
  await tx
    .updateTable('trust.ddq_draft')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('vasp_did', '=', did)
    .execute()
}

/** Ends the draft with its answers. */
export const deleteDraft = (tx: TrustTx, did: string) =>
  tx.deleteFrom('trust.ddq_draft').where('vasp_did', '=', did).execute()

/** Turns the draft into a version for good. */
export async function insertVersion(
  tx: TrustTx,
  submission: {
    did: string
    version: number
    form: string
    answers: Answers
    declaration: SignedDeclaration
    by: string
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  const { did, version, form, answers, declaration, by, at, expiresAt } = submission
  await tx
    .insertInto('trust.ddq_version')
    .values({
      vasp_did: did,
      version,
      form,
      answers: JSON.stringify(answers),
      declaration: JSON.stringify(declaration),
      submitted_at: at,
      submitted_by: by,
      expires_at: expiresAt,
    })
    .execute()
  await deleteDraft(tx, did)
}

/** Who edits now. */
export const findEditors = (tx: TrustTx, did: string, at: Date) =>
  tx
    .selectFrom('trust.ddq_editor')
    .select(['user_did', 'section', 'who'])
    .where('vasp_did', '=', did)
    .where('until', '>', at)
    .orderBy('who')
    .orderBy('user_did')
    .orderBy('section')
    .limit(50)
    .execute()

/** Renews a person's lease on a section, or ends it; leases that ended are swept away. */
export async function saveEditor(
  tx: TrustTx,
  did: string,
  person: { did: string; who: string },
  section: SectionId | null,
  lease: { at: Date; until: Date },
): Promise<void> {
  await tx
    .deleteFrom('trust.ddq_editor')
    .where('vasp_did', '=', did)
    .where((eb) =>
      section === null
        ? eb.or([eb('until', '<=', lease.at), eb('user_did', '=', person.did)])
        : eb.and([eb('until', '<=', lease.at), eb('user_did', '<>', person.did)]),
    )
    .execute()
  if (section === null) return
  const fresh = { section, who: person.who, until: lease.until }
  await tx
    .insertInto('trust.ddq_editor')
    .values({ vasp_did: did, user_did: person.did, ...fresh })
    .onConflict((conflict) => conflict.columns(['vasp_did', 'user_did']).doUpdateSet(fresh))
    .execute()
}
