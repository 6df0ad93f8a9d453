import { undeceived } from '@countersign/contracts'
import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** What somebody else wrote, marked line by line: none of it can pass for words of ours. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${undeceived(line)}`)
    .join('\n')

/** A mail as plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Writes a mail down in the transaction of what it tells of; it is sent after the commit. */
export async function sendLater<Tables>(tx: Tx<Tables>, mail: Mail, at: Date): Promise<void> {
  await sql`insert into mail.outbox (recipient, subject, body, created_at, due_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${at}, ${at})`.execute(tx)
}
