import { type DdqThread, questionnaireForm, questions } from '@countersign/contracts/trust'
import { api, useOperation } from '../api/index.ts'
import type { BadgeTone } from '../ui/value/badge.tsx'

/** What a thread is about, by its place in the form: a section's letter or a question's number. */
export type Place = DdqThread['about']

/** What changes with a thread: the threads themselves, and the counts of them elsewhere. */
export const threadsChanged = [
  api.questionnaireThread.list,
  api.documentRequest.list,
  api.actionItems.list,
] as const

/** All questions that a company asked about another's questionnaire. */
export const useAsked = (company: string, owner: string) =>
  useOperation(
    api.questionnaireThread.list,
    { did: company, query: { ownerDid: owner, requestingVASPdid: company, limit: 100 } },
    { polls: 15_000 },
  )

/** A place in words, such as "D5" or "Section D". */
export const placeLabel = (about: Place): string =>
  about.length === 1 ? `Section ${about}` : about

/** What stands at a place: the question, or the section's title. */
export const placeText = (about: Place): string =>
  questions.find(({ id }) => id === about)?.text ??
  questionnaireForm.sections.find(({ id }) => id === about)?.title ??
  ''

/** Where a place stands in the form; a section comes before its questions. */
export const placeOrder = (about: Place): number => {
  const at = questionnaireForm.sections.findIndex(({ id }) => about.startsWith(id))
  return at * 100 + Number(about.slice(1) || 0)
}

const words: Record<DdqThread['status'], readonly [BadgeTone, string]> = {
  OPEN: ['neutral', 'Awaiting an answer'],
  ANSWERED: ['info', 'Answered'],
  RESOLVED: ['success', 'Resolved'],
}
const ownWords: Partial<typeof words> = {
  OPEN: ['info', 'Needs your answer'],
  ANSWERED: ['neutral', 'Answered'],
}

/** How a thread stands, as the owner of the questionnaire or who asked should see it. */
export const threadStatus = (status: DdqThread['status'], isOwner: boolean) =>
  (isOwner ? ownWords[status] : undefined) ?? words[status]
