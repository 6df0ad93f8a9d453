import { type Answers, questionnaireForm, questionnaireType } from '@countersign/contracts/trust'
import { system } from '@countersign/kit/audit'
import { id } from '@countersign/kit/ids'
import { informationArrived } from '../document/index.ts'
import {
  addPin,
  expiryOf,
  findDraft,
  findVersion,
  insertDraft,
  insertVersion,
  saveMark,
} from '../questionnaire/index.ts'
import type { TrustDatabase } from '../tables.ts'
import { countThreads, insertComment, insertThread, moveThread } from '../thread/index.ts'

/** A questionnaire to begin with: what was submitted, oldest first, and a draft. */
export type SeedQuestionnaire = {
  readonly did: string
  readonly versions: readonly {
    readonly answers: Answers
    readonly signer: { readonly name: string; readonly role: string }
    readonly at: Date
  }[]
  readonly draft?: Answers
}

/** Adds a company's questionnaire where it has none; what people wrote stays. */
export async function seedQuestionnaire(
  database: TrustDatabase,
  { did, versions, draft }: SeedQuestionnaire,
  at: Date,
): Promise<void> {
  const by = 'system'
  await database.withTenant(did, async (tx) => {
    if ((await findVersion(tx, did)) || (await findDraft(tx, did))) return
    for (const [n, { answers, signer, at: submitted }] of versions.entries())
      await insertVersion(tx, {
        did,
        version: n + 1,
        form: questionnaireForm.version,
        answers,
        by,
        at: submitted,
        declaration: { ...signer, annexes: [] },
        expiresAt: expiryOf(submitted),
      })
    if (versions.length > 0) await informationArrived(tx, system, did, questionnaireType, at)
    if (draft) await insertDraft(tx, { did, version: versions.length + 1, answers: draft, by, at })
  })
}

/** Adds a company's notes on another's questionnaire, and the version that it ended its review on. */
export async function seedQuestionnaireReview(
  database: TrustDatabase,
  review: {
    did: string
    reviewed: string
    version: number
    notes: Readonly<Record<string, string>>
  },
  at: Date,
): Promise<void> {
  const { did, reviewed, version, notes } = review
  await database.withTenant(did, async (tx) => {
    let fresh = false
    for (const [section, note] of Object.entries(notes)) {
      const mark = { section, mark: 'OK', note, version, by: 'system', at }
      fresh = (await saveMark(tx, did, reviewed, mark, 0)) !== undefined || fresh
    }
    if (fresh) await addPin(tx, did, reviewed, { version, by: 'system', at })
  })
  if (did === reviewed) return
  await database.withTenant(reviewed, (tx) =>
    tx
      .insertInto('trust.ddq_read')
      .values({
        vasp_did: reviewed,
        requester_did: did,
        reader: 'system',
        version,
        hour: at,
        at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Lets a company read another's questionnaire, where it never asked. */
export const seedQuestionnaireGrant = (
  database: TrustDatabase,
  { did, requester, until }: { did: string; requester: string; until: Date },
  at: Date,
): Promise<unknown> =>
  database.withTenant(did, (tx) =>
    tx
      .insertInto('trust.document_request')
      .values({
        vasp_did: did,
        id: id('req', at.getTime()),
        requester_did: requester,
        document_type: questionnaireType,
        status: 'APPROVED',
        requested_at: at,
        decided_at: at,
        expires_at: until,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

/** A question about a questionnaire that may be read: who asks and who answers, in turn. */
type SeedThread = {
  readonly owner: string
  readonly requester: string
  readonly version: number
  readonly about: string
  readonly texts: readonly string[]
  readonly resolved: boolean
}

/** Adds questions where a company asked none. */
export async function seedQuestionnaireThreads(
  database: TrustDatabase,
  threads: readonly SeedThread[],
  at: Date,
): Promise<void> {
  const [first] = threads
  if (!first) return
  const { owner, requester } = first
  const asks = await database.withTenant(
    requester,
    async (tx) => (await countThreads(tx, owner, requester)) === 0,
  )
  if (!asks) return
  for (const thread of threads) {
    const threadId = await database.withTenant(requester, (tx) => insertThread(tx, thread, at))
    for (const [n, text] of thread.texts.entries()) {
      const author = n % 2 === 0 ? requester : owner
      const said = { owner, threadId, number: n + 1, author, by: 'system', name: null, text }
      await database.withTenant(author, (tx) => insertComment(tx, said, at))
    }
    if (thread.resolved)
      await database.withTenant(requester, (tx) => moveThread(tx, owner, threadId, 'RESOLVED', at))
  }
}
