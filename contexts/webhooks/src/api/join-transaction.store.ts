import { mayFail } from '@countersign/kit/errors'
import { sql } from 'kysely'
import type { WebhooksDatabase, WebhooksTx } from '../tables.ts'

/**
 * The database from within one transaction: what a handler takes for transactions are parts of this one,
 * also those of another tenant, so that they happen together or not at all. A part that fails is undone
 * alone.
 */
export function joinTransaction(
  tx: WebhooksTx,
  tenant: string,
  database: WebhooksDatabase,
): WebhooksDatabase {
  // One after the other, as there is one connection.
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...database,
    withTenant: (asked, work) => {
      const done = last.then(() =>
        part(tx, async (inner) => {
          if (asked === tenant) return work(inner)
          await become(inner, asked)
          const result = await work(inner)
          await become(inner, tenant)
          return result
        }),
      )
      last = done.catch(() => undefined)
      return done
    },
  }
}

// Undone with the part when it fails.
const become = (tx: WebhooksTx, tenant: string) =>
  sql`select set_config('app.tenant', ${tenant}, true)`.execute(tx)

async function part<T>(tx: WebhooksTx, work: (tx: WebhooksTx) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await mayFail('the connection itself may be lost', sql`rollback to savepoint part`.execute(tx))
    throw error
  }
}
