import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Who acts: the DID of a person, `client:ID` of a machine, or `system`; and in which request. */
export type Actor = { readonly did: string; readonly requestId?: string }

/** The service itself, when a clock or another system was the cause. */
export const system: Actor = { did: 'system' }

/** What was done. */
export type AuditEntry = {
  /** The company in whose chain it stands, or `network` for what belongs to none. */
  readonly company: string
  /** A dotted name, mostly the operation's, such as `vasp.update`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly object?: string
  /** Codes, names of fields and ids. Never personal data: a row cannot be erased. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/**
 * Adds a row to the company's audit chain, in the transaction of the change. It locks the chain until
 * the transaction ends: call it last, and for two companies in the order of their DIDs.
 */
export async function audit<Tables>(
  tx: Tx<Tables>,
  actor: Actor,
  at: Date,
  { company, action, object, detail = {} }: AuditEntry,
): Promise<void> {
  await sql`select audit.append(${company}, ${at}, ${actor.did}, ${action}, ${object ?? null},
    ${JSON.stringify(detail)}::jsonb, ${actor.requestId ?? null})`.execute(tx)
}
