import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** A mail as plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Writes a mail down in the transaction of what it tells of; it is sent after the commit. */
export async function sendLater<Tables>(tx: Tx<Tables>, mail: Mail, at: Date): Promise<void> {
  await sql`insert into mail.outbox (recipient, subject, body, created_at, due_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${at}, ${at})`.execute(tx)
}
