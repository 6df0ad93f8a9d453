import type { PdfModel, PdfSubjectOf } from '@countersign/contracts/report'
import { fail } from '@countersign/kit/errors'
import type { Caller } from '../caller.ts'
import type { TrustDeps } from '../deps.ts'
import { findIssuers, findVasp, listedVasp } from '../profile/index.ts'
import { findQuestionnaire, noteReading } from '../questionnaire/index.ts'
import { findReviewHistory, findReviews, reviewOut } from '../review/index.ts'
import type { TrustTx } from '../tables.ts'
import { diligenceModel } from './diligence.rules.ts'
import { findSharedFiles } from './paper.store.ts'
import { profileModel, type StatedProfile } from './profile.rules.ts'
import { questionnaireModel } from './questionnaire.rules.ts'

/** What a company reads of itself and of others, as documents. Undefined where there is nothing for it to read. */
export const papers = ({ database, clock }: TrustDeps) => {
  const nameOf = (company: string) =>
    database.withNobody(async (tx) => {
      const row = await findVasp(tx, company)
      return row ? listedVasp(row).name : company
    })

  async function profile(
    company: string,
    { about }: PdfSubjectOf<'profile'>,
  ): Promise<PdfModel | undefined> {
    const found = await database.withNobody((tx) => findProfile(tx, about))
    return found && profileModel(await nameOf(company), found)
  }

  async function diligence(
    company: string,
    { about }: PdfSubjectOf<'diligence'>,
  ): Promise<PdfModel | undefined> {
    const found = await database.withNobody((tx) => findProfile(tx, about))
    if (!found || about === company) return undefined
    const at = new Date(clock())
    const own = await database.withTenant(company, async (tx) => ({
      inForce: (await findReviews(tx, company, [about])).map(reviewOut)[0],
      history: (await findReviewHistory(tx, company, about)).map((row) => ({
        ...reviewOut(row),
        withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
      })),
      files: await findSharedFiles(tx, company, about, at),
    }))
    const answers = await database.withTenant(about, (tx) =>
      findQuestionnaire(tx, about, company, at),
    )
    return diligenceModel(await nameOf(company), found, own, answers)
  }

  async function questionnaire(
    company: string,
    { about, version }: PdfSubjectOf<'questionnaire'>,
  ): Promise<PdfModel | undefined> {
    const at = new Date(clock())
    const found = await database.withTenant(about, (tx) =>
      findQuestionnaire(tx, about, company, at, version),
    )
    return found && questionnaireModel(await nameOf(company), await nameOf(about), found)
  }

  /** Tells the owner that another company reads a version. @throws 404 where it may not any more */
  async function noteQuestionnaire(
    caller: Caller,
    company: string,
    { about, version }: PdfSubjectOf<'questionnaire'>,
  ): Promise<void> {
    if (about === company) return
    const at = new Date(clock())
    await database.withTenant(about, async (tx) => {
      if (!(await findQuestionnaire(tx, about, company, at, version)))
        throw fail('not_found', 'No such PDF')
      await noteReading(tx, { did: about, requester: company, caller }, company, version, at)
    })
  }

  return { profile, diligence, questionnaire, noteQuestionnaire }
}

/** A company with who stated what. */
async function findProfile(tx: TrustTx, did: string): Promise<StatedProfile | undefined> {
  const row = await findVasp(tx, did)
  if (!row) return undefined
  const stated = await findIssuers(tx, did)
  return {
    vasp: listedVasp(row),
    stated: stated.map(({ field, issuer, issued_at }) => ({
      field,
      issuer,
      since: issued_at.toISOString(),
    })),
  }
}
