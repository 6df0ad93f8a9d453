import { dayText, stripInvisible } from '@countersign/contracts'
import { type CompanyRole, roleNames } from '@countersign/contracts/identity'
import { type Mail, quoted } from '@countersign/kit/mail'

/** A name in a subject: one line, not too long. */
const short = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)

/** A name in a subject, marked as somebody else's words. */
const titled = (name: string) => `“${stripInvisible(short(name)).replaceAll(/[“”"]/g, "'")}”`

const mail = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: [...lines, '', 'Countersign'].join('\n'),
})

/** To somebody who is asked in, with or without an account. */
export const invited = (
  to: string,
  company: string,
  role: CompanyRole,
  origin: string,
  until: Date,
) =>
  mail(to, `You’re invited to ${titled(company)} on Countersign`, [
    `A company has invited you to join it on Countersign as ${roleNames[role]}. It calls itself:`,
    quoted(short(company)),
    '',
    `If you expected this, sign in with this address (${to}) and accept: ${origin}/dashboard/companies`,
    `The invitation expires on ${dayText(until.getTime())}.`,
    '',
    'If you didn’t expect this, you can ignore it. Nothing happens unless you accept.',
  ])

/** To the admins, who decide. */
export const askedToJoin = (
  to: string,
  company: string,
  who: string,
  role: CompanyRole,
  origin: string,
) =>
  mail(to, `Request to join ${titled(company)}`, [
    `Someone has asked to join ${titled(company)} as ${roleNames[role]}. Their email address is verified. Their name:`,
    quoted(short(who)),
    '',
    `Decide here: ${origin}/team?tab=requests`,
  ])

/** To the person who asked. */
export const decided = (
  to: string,
  company: string,
  isIn: boolean,
  reason: string | null,
  origin: string,
) =>
  mail(
    to,
    isIn
      ? `You’ve joined ${titled(company)}`
      : `Your request about ${titled(company)} was declined`,
    isIn
      ? [
          `Your request about ${titled(company)} was approved.`,
          '',
          `Open it here: ${origin}/dashboard/companies`,
        ]
      : [
          `Your request about ${titled(company)} was declined.`,
          ...(reason ? ['', 'They wrote:', quoted(reason)] : []),
          '',
          `Your other companies: ${origin}/dashboard/companies`,
        ],
  )
