import type { Section } from '@countersign/contracts/transactions'
import { noticeLater } from '@countersign/kit/mail'
import type { TransactionsDeps } from '../deps.ts'
import { countSections } from '../list/index.ts'
import { nextMorning, noteReminder } from '../reach/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { findSettings, findSide, type Step } from '../transfer/index.ts'
import { again } from './again.ts'

/** The sections of the inbox in sentences, in the order of work. */
const words: Readonly<Record<Section, string>> = {
  TO_CONFIRM: 'to confirm',
  TO_DECIDE: 'to accept or decline',
  TO_APPROVE: 'to approve',
  DATA: 'to supply data for',
  SECOND_APPROVAL: 'to approve as the second person',
  UNREACHABLE: 'without a contact',
  LATER: 'put off until now',
}

/** Reminds the company's people once a day of all that waits for them, as long as this transfer does. */
export async function remind(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const own = await findSide(tx, company, transferId)
  if (own?.waits_for !== 'us' || own.erased_at) return
  const { remindTimes } = await findSettings(tx, company)
  const times = (args.times ?? 0) + 1
  if (times > remindTimes) return
  const isAsleep = own.snoozed_until !== null && own.snoozed_until > at
  if (!isAsleep && (await noteReminder(tx, company, at))) await send(deps, tx, company, at)
  if (times < remindTimes)
    await again(tx, company, transferId, 'REMIND', { ...args, times }, at, nextMorning(at))
}

async function send(deps: TransactionsDeps, tx: TransactionsTx, company: string, at: Date) {
  const counts = await countSections(tx, company, at)
  const total = counts.reduce((sum, { n }) => sum + Number(n), 0)
  if (total === 0) return
  const overdue = counts.reduce((sum, row) => sum + Number(row.overdue), 0)
  const [named] = await deps.companies(tx, [company])
  const many = total === 1 ? '1 transfer waits' : `${total} transfers wait`
  const text = [
    `${many} for ${named?.name ?? company}:`,
    Object.entries(words)
      .flatMap(([section, says]) => {
        const found = counts.find((row) => row.section === section)
        return found ? [`${found.n} ${says}: ${deps.origin}/transactions?section=${section}`] : []
      })
      .join('\n'),
    ...(overdue > 0 ? [`Overdue: ${overdue}.`] : []),
    `To get fewer reminders or none, change the settings: ${deps.origin}/settings?tab=transfers`,
  ].join('\n\n')
  for (const to of await deps.officerAddresses(tx, company))
    noticeLater(tx, { to, subject: `${many} for you`, text }, at)
}
