import { invalid } from '@countersign/kit/errors'
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

/** The key of a customer by the company's own reference. @throws 422 where it has no such customer */
export async function customerKeyOf(
  tx: TransactionsTx,
  company: string,
  ref: string,
): Promise<string> {
  const found = await tx
    .selectFrom('transactions.customer')
    .select('customer_key')
    .where('vasp_did', '=', company)
    .where('ref', '=', ref)
    .executeTakeFirst()
  if (!found)
    throw invalid(['body', 'customerRef'], 'The company has no customer of this reference')
  return found.customer_key
}
