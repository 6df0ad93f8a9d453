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

/** A mail, and how many there may be a day under each of these names. */
type Row = {
  readonly mail: Mail
  readonly at: Date
  readonly limits: readonly (readonly [name: string, most: number])[]
  readonly isNotice: boolean
}

/** The mails of each open transaction. */
const pending = new WeakMap<object, Row[]>()

/**
 * Writes a mail down in the transaction of what it tells of; it is sent after the commit. When its cause, or
 * others, wrote too many mails in a day, the transaction ends with 429 instead of its commit.
 * @throws Error outside of the database's own transactions
 */
export function sendLater<Tables>(tx: Tx<Tables>, mail: Mail, at: Date, cause: MailCause): void {
  add(tx, { mail, at, limits: limitsOf(mail, cause), isNotice: false })
}

/**
 * As {@link sendLater}, for a notice of what has happened anyway: one too many is left out, and what it
 * tells of goes on. With a cause when somebody chose the address: then the cause's own limits count too.
 */
export function noticeLater<Tables>(tx: Tx<Tables>, mail: Mail, at: Date, cause?: MailCause): void {
  const notice = [`notice ${mail.to.toLowerCase()}`, noticeLimit] as const
  const limits = [notice, ...(cause ? limitsOf(mail, cause) : [])]
  add(tx, { mail, at, limits, isNotice: true })
}

function limitsOf(mail: Mail, { person, company }: MailCause): Row['limits'] {
  const to = mail.to.toLowerCase()
  return [
    [`to ${to}`, mailLimits.address],
    ...(company ? [[`to ${to} from ${company}`, mailLimits.companyToAddress] as const] : []),
    ...(person ? [[`by ${person}`, mailLimits.person] as const] : []),
    ...(company ? [[`from ${company}`, mailLimits.company] as const] : []),
  ]
}

function add(tx: object, row: Row): void {
  const rows = pending.get(tx)
  if (!rows) throw new Error('A mail needs a transaction of the database that is open')
  rows.push(row)
}

/** Lets a transaction take mails. */
export function takeMails(tx: object): void {
  pending.set(tx, [])
}

/**
 * Stores the transaction's mails. Everything else that may be waited for must be locked before: the names are
 * locked here, in one order and until the commit, so that no two writers count at once or wait for each other.
 * @throws 429 for one mail too many
 */
export async function storeMails<Tables>(tx: Tx<Tables>): Promise<void> {
  const rows = pending.get(tx) ?? []
  pending.delete(tx)
  if (rows.length === 0) return
  await lock(tx, [...new Set(rows.flatMap(({ limits }) => limits.map(([name]) => name)))])
  for (const { mail, at, limits, isNotice } of rows) {
    const retryAfter = await countMail(tx, at, limits)
    if (retryAfter === undefined) await enqueue(tx, mail, at)
    else if (!isNotice)
      throw fail(
        'too_many_requests',
        `Too many emails in one day. Try again in ${hoursOf(retryAfter)}.`,
        { retryAfter },
      )
  }
}

/** In a statement of its own: those that count must see what was committed while this one waited. */
async function lock<Tables>(tx: Tx<Tables>, names: readonly string[]): Promise<void> {
  const texts = names.map((name) => `mail ${hashOf(name).toString('hex')}`)
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(text, 0) as key from unnest(${texts}::text[]) as text order by key
  ) as ordered`.execute(tx)
}

const hoursOf = (seconds: number): string => {
  const hours = Math.ceil(seconds / 3600)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/**
 * Counts a mail under each of these names, unless one of them is at its limit for the last 24 hours.
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
