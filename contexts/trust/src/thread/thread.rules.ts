import type { DdqThread, DdqThreadAction, DdqThreadStatus } from '@countersign/contracts/trust'

/** How a thread stands after something was said in it. */
export const afterComment = (
  isOwner: boolean,
): { action: DdqThreadAction; status: DdqThreadStatus } =>
  isOwner ? { action: 'answer', status: 'ANSWERED' } : { action: 'followUp', status: 'OPEN' }

/** The names of companies are their own words: one line, and not long. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 120)

type Companies = Pick<DdqThread, 'ownerDid' | 'ownerName' | 'requestingVASPName'>

/** What the owner's admins read when questions begin to wait for them. Not the question: mail is read elsewhere. */
export function askedMail({ requestingVASPName, ownerName }: Companies, origin: string) {
  const who = line(requestingVASPName)
  return {
    subject: `${who} has a question about your questionnaire`,
    text: [
      `${who} has asked ${line(ownerName)} a question about its due-diligence questionnaire.`,
      '',
      `Read and answer it in Countersign: ${origin}/due-diligence/questionnaire?view=questions`,
    ].join('\n'),
  }
}

/** What the admins of the company that asked read when answers begin to wait for them. */
export function answeredMail({ ownerDid, ownerName }: Companies, origin: string) {
  const who = line(ownerName)
  return {
    subject: `${who} answered your question`,
    text: [
      `${who} has answered your question about its due-diligence questionnaire.`,
      '',
      `Read the answer in Countersign: ${origin}/due-diligence/review/${encodeURIComponent(ownerDid)}`,
    ].join('\n'),
  }
}
