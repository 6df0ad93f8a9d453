import type { Database, Tx } from '@countersign/kit/db'
import type { DB } from './tables.gen.ts'

/** The database as this context uses it. */
export type ReportDatabase = Database<DB>
/** A transaction on this context's tables. */
export type ReportTx = Tx<DB>
