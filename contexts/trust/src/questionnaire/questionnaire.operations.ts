import {
  type Answers,
  type Ddq,
  type DdqDocument,
  type DdqVersion,
  diffOf,
  flagsOf,
  questionnaireForm,
  type SectionId,
  SignedDeclaration,
  sectionIds,
} from '@countersign/contracts/trust'
import { fail, invalid } from '@countersign/kit/errors'
import type { TrustTx } from '../tables.ts'
import { accessOf, noteReading, notShared, type Reader, visibleTo } from './access.ts'
import { findDiscarded } from './discard.store.ts'
import { isKept, keptUntil, statusOf } from './questionnaire.rules.ts'
import {
  findAnswers,
  findDraft,
  findEditors,
  findVersion,
  findVersions,
} from './questionnaire.store.ts'

/** A company's questionnaire, as far as the reader may see it. @throws 403, 404 */
export async function getDdq(tx: TrustTx, reader: Reader, at: Date): Promise<Ddq> {
  const access = await accessOf(tx, reader, at)
  if (access.all) return ownDdq(tx, reader.did, at)
  const newest = await findVersion(tx, reader.did)
  if (!newest) throw notShared()
  const visible = await visibleTo(tx, reader.did, access.requester, newest.version)
  const versions = (await findVersions(tx, reader.did)).filter((row) => visible.has(row.version))
  await noteReading(tx, reader, access.requester, newest.version, at)
  return {
    vaspDID: reader.did,
    form: questionnaireForm.version,
    draft: null,
    editors: [],
    discarded: null,
    submitted: documentOf(newest, at),
    versions: versions.map((row) => versionOf(row, at)),
  }
}

/** The questionnaire as the company's own people see it. */
export async function ownDdq(tx: TrustTx, did: string, at: Date): Promise<Ddq> {
  const draft = await findDraft(tx, did)
  const answers = draft ? await findAnswers(tx, did) : []
  const newest = await findVersion(tx, did)
  return {
    vaspDID: did,
    form: questionnaireForm.version,
    draft: draft
      ? {
          version: draft.version,
          revision: draft.revision,
          startedAt: draft.started_at.toISOString(),
          answers: Object.fromEntries(answers.map((row) => [row.question, draftAnswerOf(row)])),
        }
      : null,
    discarded: await keptDraft(tx, did, at),
    editors: (await findEditors(tx, did, at)).flatMap(editorOf),
    submitted: newest ? documentOf(newest, at) : null,
    versions: (await findVersions(tx, did)).map((row) => versionOf(row, at)),
  }
}

/** The draft that can be brought back, or null. */
async function keptDraft(tx: TrustTx, did: string, at: Date): Promise<Ddq['discarded']> {
  const row = await findDiscarded(tx, did)
  if (!row?.answers || !isKept(row, at)) return null
  return {
    version: row.version,
    answers: Object.keys(row.answers).length,
    by: row.discarded_by,
    at: row.discarded_at.toISOString(),
    until: keptUntil(row.discarded_at).toISOString(),
  }
}

/** One submitted version. @throws 403, 404 */
export async function getDdqVersion(
  tx: TrustTx,
  reader: Reader,
  version: number,
  at: Date,
): Promise<DdqDocument> {
  const row = await seenVersion(tx, reader, version, at)
  return documentOf(row, at)
}

/** What differs between two versions. @throws 403, 404 */
export async function compareDdq(
  tx: TrustTx,
  reader: Reader,
  { from, to }: { from: number; to: number },
  at: Date,
) {
  if (from === to) throw invalid(['query', 'to'], 'Choose two different versions')
  const before = await seenVersion(tx, reader, from, at)
  const after = await seenVersion(tx, reader, to, at)
  return {
    from,
    to,
    changes: diffOf(questionnaireForm.sections, before.answers, after.answers),
  }
}

/** A version that this reader may see; that they saw it is noted when it is not their own. */
async function seenVersion(tx: TrustTx, reader: Reader, version: number, at: Date) {
  const access = await accessOf(tx, reader, at)
  const none = access.all ? fail('not_found', 'No such version') : notShared()
  const row = await findVersion(tx, reader.did, version)
  if (!row) throw none
  if (access.all) return row
  const newest = await findVersion(tx, reader.did)
  const visible = await visibleTo(tx, reader.did, access.requester, newest?.version ?? 0)
  if (!visible.has(version)) throw none
  await noteReading(tx, reader, access.requester, version, at)
  return row
}

type VersionRow = Awaited<ReturnType<typeof findVersions>>[number]

const versionOf = (row: VersionRow, at: Date): DdqVersion => {
  return {
    version: row.version,
    form: row.form,
    declaration: SignedDeclaration.parse(row.declaration),
    status: statusOf(row.expires_at, at.getTime()),
    submittedAt: row.submitted_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

/** A version as it is read: with its answers and the flags that they raise. */
export const documentOf = (row: VersionRow & { answers: Answers }, at: Date): DdqDocument => ({
  ...versionOf(row, at),
  answers: row.answers,
  flags: flagsOf(questionnaireForm.sections, row.answers),
})

type AnswerRow = Awaited<ReturnType<typeof findAnswers>>[number]

/** An answer of the draft as the wire shows it. */
export const draftAnswerOf = ({
  value,
  revision,
  updated_at,
  updated_by,
}: Omit<AnswerRow, 'question'>) => ({
  value,
  revision,
  updatedAt: updated_at.toISOString(),
  updatedBy: updated_by,
})

const isSection = (text: string): text is SectionId =>
  sectionIds.some((section) => section === text)

/** Somebody who edits, or nobody when the section is none of ours any more. */
export const editorOf = (row: Awaited<ReturnType<typeof findEditors>>[number]) =>
  isSection(row.section) ? [{ section: row.section, who: row.who, did: row.user_did }] : []
