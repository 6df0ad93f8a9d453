import type { TransactionsTx } from '../tables.ts'

/** Of these customers, those whose data the company has: a reference alone is nobody verified. */
export async function findRegistered(
  tx: TransactionsTx,
  company: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const found = await tx
    .selectFrom('transactions.customer')
    .select('customer_key')
    .where('vasp_did', '=', company)
    .where('customer_key', 'in', [...new Set(keys)])
    .where('kind', 'is not', null)
    .execute()
  return new Set(found.map(({ customer_key }) => customer_key))
}
