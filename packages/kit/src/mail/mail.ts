import { createHash } from 'node:crypto'
import { stripInvisible } from '@countersign/contracts'
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { fail } from '../http/errors.ts'

/** What somebody else wrote, marked line by line: none of it can pass for words of ours. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${stripInvisible(line)}`)
    .join('\n')

/** A mail as plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Who caused a mail. */
export type MailCause = {
  /** The DID of a person, or `client:ID` of a machine. */
  readonly person?: string
  /** The DID of a company. */
  readonly company?: string
}

/** How many mails a day go to one address, from one company to it, and from one person and one company. */
export const mailLimits = { address: 20, companyToAddress: 5, person: 100, company: 200 } as const

/** How many notices of what happened go to one address in a day. */
export const noticeLimit = 200

const dayMs = 86_400_000

/**
 * Writes a mail down in the transaction of what it tells of; it is sent after the commit.
 * @throws 429 when its cause, or others, wrote too many mails in a day
 */
export async function sendLater<Tables>(
  tx: Tx<Tables>,
  mail: Mail,
  at: Date,
  { person, company }: MailCause,
): Promise<void> {
  const to = mail.to.toLowerCase()
  const retryAfter = await countMail(tx, at, [
    [`to ${to}`, mailLimits.address],
    ...(company ? [[`to ${to} from ${company}`, mailLimits.companyToAddress] as const] : []),
    ...(person ? [[`by ${person}`, mailLimits.person] as const] : []),
    ...(company ? [[`from ${company}`, mailLimits.company] as const] : []),
  ])
  if (retryAfter !== undefined)
    throw fail(
      'too_many_requests',
      `Too many emails in one day. Try again in ${hoursOf(retryAfter)}.`,
      { retryAfter },
    )
  await enqueue(tx, mail, at)
}

/**
 * As {@link sendLater}, for a notice of what has happened anyway: one too many is left out, and what it
 * tells of goes on.
 */
export async function noticeLater<Tables>(tx: Tx<Tables>, mail: Mail, at: Date): Promise<void> {
  const limits = [[`notice ${mail.to.toLowerCase()}`, noticeLimit]] as const
  if ((await countMail(tx, at, limits)) === undefined) await enqueue(tx, mail, at)
}

const hoursOf = (seconds: number): string => {
  const hours = Math.ceil(seconds / 3600)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/**
 * Counts a mail under each of these names, unless one of them is at its limit for the last 24 hours. Rows
 * are only added, so no two writers wait for each other.
 * @returns the seconds to wait when there is one too many
 */
async function countMail<Tables>(
  tx: Tx<Tables>,
  at: Date,
  limits: readonly (readonly [name: string, most: number])[],
): Promise<number | undefined> {
  const since = new Date(at.getTime() - dayMs)
  const keys = limits.map(([name, most]) => ({ key: hashOf(name), most }))
  for (const { key, most } of keys) {
    // The oldest of the newest `most`: once it is a day old, there is room again.
    const { rows } = await sql<{ at: Date }>`select at from mail.sent
      where key = ${key} and at > ${since} order by at desc offset ${most - 1} limit 1`.execute(tx)
    const [full] = rows
    if (full) return Math.max(1, Math.ceil((full.at.getTime() + dayMs - at.getTime()) / 1000))
  }
  for (const { key } of keys)
    await sql`insert into mail.sent (key, at) values (${key}, ${at})`.execute(tx)
  return undefined
}

/** Neither address nor name is kept. */
const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest()

async function enqueue<Tables>(tx: Tx<Tables>, mail: Mail, at: Date): Promise<void> {
  await sql`insert into mail.outbox (recipient, subject, body, created_at, due_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${at}, ${at})`.execute(tx)
}
