import type { DemoMail } from '@countersign/contracts/site'
import type { Logger } from '@countersign/kit/log'
import { MailRefused, type MailSender } from '@countersign/kit/mail.worker'
import { createTransport } from 'nodemailer'

/** A way out for mails; in the demo one that keeps them to be read. */
export type MailTransport = MailSender & {
  /** The last mails of the demo, the newest first. */
  kept(): readonly DemoMail[]
}

type Settings = {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM: string
  readonly demo: boolean
}

/** The mail server of the configuration; without one, mails are only counted in the log. */
export function mailTransport(
  { SMTP_URL, MAIL_FROM, demo }: Settings,
  log: Logger,
  clock: () => number,
): MailTransport {
  if (SMTP_URL) return { ...smtp(SMTP_URL, MAIL_FROM), kept: () => [] }
  const kept: DemoMail[] = []
  return {
    send: async (id, { to, subject, text }) => {
      if (demo) {
        kept.unshift({ id, sentAt: new Date(clock()).toISOString(), to, subject, text })
        kept.splice(20)
      }
      log.info({ event: 'mail_not_sent', mail: id, reason: 'SMTP_URL is not set' })
    },
    kept: () => kept,
  }
}

function smtp(url: string, from: string): MailSender {
  const server = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from },
  )
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async (id, { to, subject, text }) => {
      const messageId = `<${id}@${domain}>`
      await server
        .sendMail({ to: { name: '', address: to }, subject, text, messageId })
        .catch((error: unknown) => {
          const code = error instanceof Error && 'responseCode' in error ? error.responseCode : 0
          // 5xx is for good, but not for a sign-in of ours that is mended by its operator.
          if (typeof code === 'number' && code >= 500 && code !== 530 && code !== 535)
            throw new MailRefused('The mail server refuses this mail', { cause: error })
          throw error
        })
    },
  }
}
