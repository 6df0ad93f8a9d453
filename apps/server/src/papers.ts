import type { billingPapers } from '@countersign/billing'
import type { Identity } from '@countersign/identity'
import type { ReportDeps } from '@countersign/report'
import { certificateOf, personalPart, type TransactionsDeps } from '@countersign/transactions'
import { papers, type TrustDeps } from '@countersign/trust'

type World = {
  readonly bills: ReturnType<typeof billingPapers>
  readonly people: Identity
  readonly trust: TrustDeps
  readonly transfers: TransactionsDeps
}

/** Which context a PDF comes from. */
export function pdfSources({ bills, people, trust, transfers }: World): ReportDeps['sourceOf'] {
  const { profile, diligence, questionnaire, noteQuestionnaire } = papers(trust)
  const own = () => true
  const { givenInvoice: given } = bills
  return (subject) => {
    switch (subject.kind) {
      case 'transfer':
        return {
          // It is as much the other company's.
          isOwn: () => false,
          model: (company) => certificateOf(transfers, company, subject.id),
          personal: (reading, company, reason) =>
            personalPart(transfers, reading, company, { id: subject.id, reason }),
        }
      case 'profile':
        return {
          isOwn: (company) => company === subject.about,
          model: (company) => profile(company, subject),
        }
      case 'diligence':
        return { isOwn: () => false, model: (company) => diligence(company, subject) }
      case 'questionnaire':
        return {
          isOwn: (company) => company === subject.about,
          model: (company) => questionnaire(company, subject),
          note: ({ caller }, company) => noteQuestionnaire(caller, company, subject),
        }
      case 'usage':
        return { isOwn: own, model: (company) => bills.usage(company, subject) }
      case 'invoice':
        return {
          isOwn: own,
          model: (company) => bills.invoice(company, subject),
          ...(given && {
            file: {
              isThere: (company) => given.isThere(company, subject),
              read: (company) => given.read(company, subject),
            },
          }),
        }
      case 'audit':
        return { isOwn: own, model: (company) => people.auditExtract(company, subject) }
    }
  }
}
