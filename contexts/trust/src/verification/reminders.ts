import { noticeLater } from '@countersign/kit/mail'
import { findEvidence } from '../evidence/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { companyReminder, missingOf, queueReminder, reminderDays } from './reminder.rules.ts'
import { findPending, takeReminder } from './reminder.store.ts'

const dayMs = 86_400_000
/** Companies that are looked at in one go: those that wait longest. */
const most = 500
/** Operators who were not here for so long hear nothing. */
const awayDays = 90
const network = 'network'

/** What the worker needs of the world. */
export type ReminderDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  /** Where mail to a company's admins goes. Runs in the company's transaction. */
  readonly adminAddresses: (tx: TrustTx, company: string) => Promise<readonly string[]>
  /** Where mail to operators who were here since then goes. Runs in the network's transaction. */
  readonly operatorAddresses: (tx: TrustTx, since: Date) => Promise<readonly string[]>
  /** Where people find the dashboard. */
  readonly origin: string
}

/**
 * Reminds of verifications that are pending: the network's operators of their queue, and companies of
 * what they have to supply. @returns how many mails
 */
export async function remindOfPending(deps: ReminderDeps): Promise<number> {
  const { database, clock, adminAddresses, operatorAddresses, origin } = deps
  const at = new Date(clock())
  const before = new Date(at.getTime() - reminderDays * dayMs)
  const pending = await database.withNobody((tx) => findPending(tx, before, most))
  const [first] = pending
  if (!first) return 0
  let mails = 0
  await database.withTenant(network, async (tx) => {
    const operators = await operatorAddresses(tx, new Date(at.getTime() - awayDays * dayMs))
    if (operators.length === 0 || !(await takeReminder(tx, network, { at, before, since: at })))
      return
    const days = Math.floor((at.getTime() - first.since.getTime()) / dayMs)
    for (const to of operators)
      noticeLater(tx, { to, ...queueReminder(pending.length, days, origin) }, at)
    mails += operators.length
  })
  for (const { did, profile, since } of pending)
    await database.withTenant(did, async (tx) => {
      const missing = missingOf(profile, await findEvidence(tx, did))
      const admins = missing.length > 0 ? await adminAddresses(tx, did) : []
      if (admins.length === 0 || !(await takeReminder(tx, did, { at, before, since }))) return
      for (const to of admins)
        noticeLater(tx, { to, ...companyReminder(profile.name ?? did, missing, origin) }, at)
      mails += admins.length
    })
  return mails
}
