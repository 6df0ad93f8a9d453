import type { VerificationEntry } from '@countersign/contracts/trust'
import { quoted } from '@countersign/kit/mail'

/** What the mail says of each state that the network moves a company into. */
const sentences: Partial<Record<VerificationEntry['to'], string>> = {
  SUBMITTED: 'was submitted for verification',
  PENDING_REVIEW: 'is being reviewed',
  VERIFIED: 'is verified for the next twelve months',
  REJECTED: 'was not verified. You can appeal on your profile page',
  SUSPENDED: 'is no longer verified: its verification was suspended',
}

/** The mail that tells a company's admins of a move by the network. */
export function mailOf(
  name: string,
  { to, note }: Pick<VerificationEntry, 'to' | 'note'>,
): { subject: string; text: string } {
  const sentence = `${name} ${sentences[to] ?? 'has a new verification status'}.`
  return {
    subject: `Verification of ${name}`.slice(0, 200),
    text: `${sentence}\n\nThe network’s note:\n${quoted(note)}\n\nSee the Profile page for the verification history.\n`,
  }
}
