import type { Database, Tx } from '@countersign/kit/db'
import type { DB } from './tables.gen.ts'

/** The database as this context uses it. */
export type BillingDatabase = Database<DB>
/** A transaction on this context's tables. */
export type BillingTx = Tx<DB>
