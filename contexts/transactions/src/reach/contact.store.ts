import { sql } from 'kysely'
import type { Company } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'

/** Whether the network's desk knows how to reach a company for which nobody works here. */
export async function hasContact(
  tx: TransactionsTx,
  company: Company | undefined,
): Promise<boolean> {
  if (!company?.enabled) return false
  const { rows } = await sql<{ found: boolean }>`
    select transactions.has_contact(${company.did}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Opens a case for the network's desk: a transfer can't reach its counterparty. */
export const noteUnreachable = (
  tx: TransactionsTx,
  { did, name }: { readonly did: string | null; readonly name: string },
  at: Date,
): Promise<unknown> => sql`select transactions.note_unreachable(${did}, ${name}, ${at})`.execute(tx)
