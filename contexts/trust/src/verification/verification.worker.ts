import { everyMinute } from '@countersign/kit/every-minute'
import type { Logger } from '@countersign/kit/log'
import { type ReminderDeps, remindOfPending } from './reminders.ts'
import { expireOverdue } from './verification.operations.ts'

const hourMs = 3_600_000

/**
 * Looks once a minute for verifications that have run out, and once an hour whom to remind of pending ones,
 * until stopped.
 */
export function startExpiry({ log, ...deps }: ReminderDeps & { readonly log: Logger }) {
  const expiry = everyMinute(
    async () => {
      const ended = await expireOverdue(deps.database, new Date(deps.clock()))
      if (ended > 0) log.info({ event: 'verifications_expired', count: ended })
    },
    (error) => log.warn({ event: 'expiry_failed', err: error }),
  )
  const reminders = everyMinute(
    async () => {
      const mails = await remindOfPending(deps)
      if (mails > 0) log.info({ event: 'verification_reminders', count: mails })
    },
    (error) => log.warn({ event: 'reminding_failed', err: error }),
    hourMs,
  )
  return { stop: async () => void (await Promise.all([expiry.stop(), reminders.stop()])) }
}
