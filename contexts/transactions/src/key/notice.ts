import { noticeLater } from '@countersign/kit/mail'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'

const words = {
  PENDING: {
    subject: 'A key for personal data awaits approval',
    text: 'was registered. Machines receive personal data of transfers under it once a second person approves it.',
  },
  ACTIVE: {
    subject: 'A key for personal data is in use',
    text: 'was approved. Machines may now receive personal data of transfers under it.',
  },
} as const

/** Tells the company's admins and compliance officers about a machine's key. */
export async function tellOfKey(
  tx: TransactionsTx,
  deps: TransactionsDeps,
  company: string,
  { id, state }: { readonly id: string; readonly state: keyof typeof words },
  at: Date,
): Promise<void> {
  const { subject, text } = words[state]
  const [named] = await deps.companies(tx, [company])
  const body = [
    `The key ${id} of ${named?.name ?? company} ${text}`,
    `If you didn’t expect this, remove the key: ${deps.origin}/settings?tab=keys`,
  ].join('\n\n')
  for (const to of await deps.officerAddresses(tx, company))
    noticeLater(tx, { to, subject, text: body }, at)
}
