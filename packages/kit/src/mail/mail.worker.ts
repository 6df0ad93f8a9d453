import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/db.ts'
import type { Logger } from '../log.ts'
import type { Mail } from './mail.ts'

/** The way out for mails. */
export type MailSender = {
  /**
   * Hands a mail over. The id is the same at every try, so that a mail server can tell a repetition.
   * @throws when it was not taken; with `permanent` set when it never will be
   */
  send(id: string, mail: Mail): Promise<void>
}

/** A mail that the server refuses for good, such as one to an address that is none. */
export class MailRefused extends Error {
  readonly permanent = true
}

/** What the worker needs. */
export type MailingDeps<Tables> = {
  /** Connected as countersign_relay. */
  readonly database: Database<Tables>
  readonly transport: MailSender
  readonly clock: () => number
  readonly log: Logger
}

type Row = {
  id: number
  recipient: string
  subject: string
  body: string
  tries: number
  created_at: Date
}

const leaseMs = 120_000
const givenUpMs = 3 * 24 * 3_600_000

/** 15 s after the first failure, twice as long after each further one, an hour at the most. */
const waitAfter = (tries: number) => Math.min(3_600_000, 15_000 * 2 ** Math.min(tries - 1, 10))

/**
 * Sends the mails that are due and deletes what was taken. One that cannot be sent now is tried again for
 * three days. No address and no text is ever logged.
 * @returns how many were due
 */
export async function sendDueMails<Tables>(deps: MailingDeps<Tables>): Promise<number> {
  const { database, transport, clock, log } = deps
  const now = clock()
  const rows = await database.withNobody(async (tx) => {
    const taken = await sql<Row>`
      with due as (
        select id, due_at from mail.outbox where due_at <= ${new Date(now)}
        order by due_at, id limit 20 for update skip locked),
      taken as (
        update mail.outbox o set due_at = ${new Date(now + leaseMs)}, tries = tries + 1
        from due where o.id = due.id returning o.*, due.due_at as was_due_at)
      select id, recipient, subject, body, tries, created_at from taken
      order by was_due_at, id`.execute(tx)
    if (taken.rows.length > 0)
      await sql`delete from mail.sent where at < ${new Date(now - 86_400_000)}`.execute(tx)
    return taken.rows
  })
  for (const row of rows) {
    const again = await transport
      .send(`mail-${row.id}`, { to: row.recipient, subject: row.subject, text: row.body })
      .then(
        () => null,
        (error: unknown) => {
          const over = now - row.created_at.getTime() >= givenUpMs
          const gone = error instanceof MailRefused || over
          const event = gone ? 'mail_given_up' : 'mail_failed'
          log.warn({ event, mail: row.id, tries: row.tries, reason: reasonOf(error) })
          return gone ? null : new Date(clock() + waitAfter(row.tries))
        },
      )
    await database.withNobody((tx) =>
      again
        ? sql`update mail.outbox set due_at = ${again} where id = ${row.id}`.execute(tx)
        : sql`delete from mail.outbox where id = ${row.id}`.execute(tx),
    )
  }
  return rows.length
}

/** The code alone: a mail server's words may repeat the address. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** Sends until stopped; a database that is away is waited for. */
export function startMailing<Tables>(deps: MailingDeps<Tables>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const sent = await sendDueMails(deps).catch((error: unknown) => {
        deps.log.warn({ event: 'mailing_paused', err: error })
        return 0
      })
      if (sent === 0)
        await wait(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
