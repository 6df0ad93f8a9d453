import type { Database, Tx } from '@countersign/kit/db'
import type { DB } from './tables.gen.ts'

/** The database as this context uses it. */
export type WebhooksDatabase = Database<DB>
/** A transaction on this context's tables. */
export type WebhooksTx = Tx<DB>

/** A column of texts by name. */
export function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}
