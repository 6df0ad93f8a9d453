import { asFailure, mayFail } from '@countersign/kit/errors'
import { sql } from 'kysely'
import type { TrustTx } from '../../tables.ts'

/** A line that fails is undone alone, with its reason; that the database is away is no line's fault. */
export async function tried(tx: TrustTx, work: () => Promise<void>): Promise<string | null> {
  await sql`savepoint line`.execute(tx)
  try {
    await work()
    await sql`release savepoint line`.execute(tx)
    return null
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'unavailable') throw error
    await mayFail('the connection itself may be lost', sql`rollback to savepoint line`.execute(tx))
    return failure.code === 'internal' ? 'Something went wrong' : failure.message
  }
}
