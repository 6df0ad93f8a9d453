import { type CompanyRole, roleNames } from '@countersign/contracts/identity'
import { type Mail, quoted } from '@countersign/kit/mail'

/** A name in a subject: one line, not too long. */
const short = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)

const mail = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: [...lines, '', 'Countersign'].join('\n'),
})

/** To somebody who has no account yet. */
export const invited = (
  to: string,
  company: string,
  role: CompanyRole,
  origin: string,
  until: Date,
) =>
  mail(to, `You are invited to ${short(company)} on Countersign`, [
    `${company} has invited you to work with it on Countersign, as ${roleNames[role]}.`,
    '',
    `Sign in with this address (${to}) to accept: ${origin}/auth`,
    `The invitation is good until ${until.toISOString().slice(0, 10)}.`,
    '',
    'If you did not expect this, you can ignore it.',
  ])

/** To somebody who has an account. */
export const added = (to: string, company: string, role: CompanyRole, origin: string) =>
  mail(to, `You can now work for ${short(company)}`, [
    `${company} has added you on Countersign, as ${roleNames[role]}.`,
    '',
    `Open it here: ${origin}/dashboard/companies`,
    'If you did not expect this, you can leave the company on the same page.',
  ])

/** To the admins, who decide. */
export const askedToJoin = (
  to: string,
  company: string,
  who: string,
  role: CompanyRole,
  origin: string,
) =>
  mail(to, `Somebody asks to join ${short(company)}`, [
    `${who} asks to join ${company} as ${roleNames[role]}. The address was verified.`,
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
      ? `You can now work for ${short(company)}`
      : `Your request about ${short(company)} was declined`,
    isIn
      ? [
          `Your request about ${company} was approved.`,
          '',
          `Open it here: ${origin}/dashboard/companies`,
        ]
      : [
          `Your request about ${company} was declined.`,
          ...(reason ? ['', 'They wrote:', quoted(reason)] : []),
          '',
          `Your other companies: ${origin}/dashboard/companies`,
        ],
  )
