import type { Database, Tx } from '@countersign/kit/db'
import type { DB } from './tables.gen.ts'

/** The database as this context uses it. */
export type TransactionsDatabase = Database<DB>
/** A transaction on this context's tables. */
export type TransactionsTx = Tx<DB>
