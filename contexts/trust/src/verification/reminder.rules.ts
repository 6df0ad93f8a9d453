import {
  completeness,
  type Evidence,
  type Profile,
  presentationOf,
} from '@countersign/contracts/trust'

/** Days between two reminders, and before the first. */
export const reminderDays = 3
/** How often a company is reminded of one submission. */
export const mostReminders = 10

/** What a company has to supply before the network can verify it, in words. */
export function missingOf(profile: Profile, evidence: readonly Evidence[]): string[] {
  const { missing } = completeness(profile)
  const newest = new Map<string, Evidence>()
  for (const one of evidence)
    if (one.version >= (newest.get(one.documentId)?.version ?? 0)) newest.set(one.documentId, one)
  const refused = [...newest.values()].filter(({ status }) => status === 'REFUSED')
  return [
    ...(missing.length > 0
      ? [`Fill in your profile: ${missing.map((name) => presentationOf(name).label).join(', ')}`]
      : []),
    ...(evidence.length === 0 ? ['Share documents with the network'] : []),
    ...refused.map(
      ({ title, reason }) => `Share a new version of "${title}"${reason ? ` (${reason})` : ''}`,
    ),
  ]
}

/** The mail that tells a company's admins what its verification waits for. */
export const companyReminder = (name: string, missing: readonly string[], origin: string) => ({
  subject: `Verification of ${name} is waiting for you`.slice(0, 200),
  text: [
    `${name} is still being verified. The network needs from you:`,
    '',
    ...missing.map((one) => `- ${one.replaceAll(/\s+/g, ' ').slice(0, 300)}`),
    '',
    `See your profile: ${origin}/company`,
  ].join('\n'),
})

/** The mail that tells the network's operators of its queue. */
export const queueReminder = (waiting: number, days: number, origin: string) => ({
  subject:
    waiting === 1
      ? '1 company waits for verification'
      : `${waiting} companies wait for verification`,
  text: `The longest has been waiting for ${days} days.\n\nOpen the queue: ${origin}/admin\n`,
})
