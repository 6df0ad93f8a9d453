import { dayText } from '@countersign/contracts'
import {
  type DocumentRequest,
  type DocumentType,
  documentTypeLabels,
} from '@countersign/contracts/trust'
import { quoted } from '@countersign/kit/mail'

const nameOf = (type: string) => documentTypeLabels[type as DocumentType] ?? type

/** The names of companies are their own words: one line, and not long. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 120)

/** What the owner's admins read when they are asked, or reminded. */
export function askedMail(request: DocumentRequest, origin: string, again = false) {
  const who = line(request.requestingVASPName)
  return {
    subject: `${again ? 'Reminder: ' : ''}${who} requests a document`,
    text: [
      `${who} has requested from ${line(request.ownerName)}: ${nameOf(request.documentType)}.`,
      ...(request.message ? ['', 'They wrote:', quoted(request.message)] : []),
      ...(request.dueAt ? ['', `Please respond by ${dayText(request.dueAt)}.`] : []),
      '',
      `Answer in Countersign: ${origin}/due-diligence`,
    ].join('\n'),
  }
}

const verdicts: Partial<Record<DocumentRequest['status'], string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  REVOKED: 'revoked access for',
  PENDING: 'reopened',
  WAITING_FOR_INFORMATION: 'reopened',
}

/** What the requester's admins read when there is an answer, or access that nobody asked for. */
export function answeredMail(request: DocumentRequest, origin: string, unasked = false) {
  const who = line(request.ownerName)
  const what = nameOf(request.documentType)
  return {
    subject: unasked
      ? `${who} shares a document with you`
      : `${who} ${verdicts[request.status] ?? 'answered'} your request`,
    text: [
      unasked
        ? `${who} gives you access to: ${what}.`
        : `${who} ${verdicts[request.status] ?? 'answered'} your request for: ${what}.`,
      ...(request.reason ? ['', 'They wrote:', quoted(request.reason)] : []),
      ...(request.status === 'APPROVED' && request.expiresAt
        ? ['', `You can read it until ${dayText(request.expiresAt)}.`]
        : []),
      '',
      `See it in Countersign: ${origin}/due-diligence?tab=sent`,
    ].join('\n'),
  }
}
