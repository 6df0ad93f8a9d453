import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { TransactionsTx } from '../tables.ts'
import { type Found, idsOf } from './look-up.store.ts'
import type { Filters } from './narrowing.store.ts'

/** So many transfers with one hash, address or reference are found: the newest. */
const maxFound = 5_000

const isId = (text: string) => z.uuid().safeParse(text.toLowerCase()).success

/**
 * Looks up an id, a hash, an own reference, an address, or how a counterparty's name begins. Before anything is read of
 * the list: among millions of transfers a statement that does both reads all of them.
 */
async function lookUp(tx: TransactionsTx, company: string, q: string): Promise<Found> {
  const { rows: transfers } = await sql<{ id: string }>`
    (${idsOf(company, ['ADDRESS', 'HASH'], q)} order by l.transfer_id desc limit ${maxFound})
    union select r.transfer_id from transactions.side r where r.vasp_did = ${company} and r.transaction_ref = ${q}
    ${isId(q) ? sql`union select ${q}::uuid` : sql``}`.execute(tx)
  const { rows: counterparties } = await sql<{ no: number }>`
    select c.no from transactions.counterparty c join trust.vasp v on v.vasp_did = c.counterparty_did
    where c.vasp_did = ${company} and starts_with(lower(v.profile ->> 'name'), lower(${q})) order by c.no`.execute(
    tx,
  )
  return {
    ids: transfers.map((row) => Object.values(row)[0] ?? ''),
    counterparties: counterparties.map(({ no }) => no),
  }
}

/** The same filters, with what the text in them comes to. */
export const withFound = async <F extends Filters>(
  tx: TransactionsTx,
  company: string,
  filters: F,
): Promise<F> =>
  filters.q === undefined ? filters : { ...filters, found: await lookUp(tx, company, filters.q) }
