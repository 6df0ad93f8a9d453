import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Of some transfers, those with these addresses, in the same order. */
export async function findWithAddresses(
  tx: TransactionsTx,
  ids: readonly string[],
  {
    origin,
    destination,
  }: { readonly origin?: string | undefined; readonly destination?: string | undefined },
): Promise<string[]> {
  if (ids.length === 0 || (origin === undefined && destination === undefined)) return [...ids]
  const rows = await tx
    .selectFrom('transactions.transfer')
    .select('id')
    .where('id', 'in', [...ids])
    .$if(origin !== undefined, (some) => some.where(sql<boolean>`lower(origin) = lower(${origin})`))
    .$if(destination !== undefined, (some) =>
      some.where(sql<boolean>`lower(destination) = lower(${destination})`),
    )
    .execute()
  const kept = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => kept.has(id))
}
