import type { Input } from '@countersign/contracts'
import { type tx as contract, personSearchLimit } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { findByMarks, marksFor } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { describe } from '../transfer/index.ts'
import { findByIds } from './find.store.ts'

/**
 * The company's transfers in which all of this is said of customers. It is compared as hashes under the company's own
 * key: nothing is opened, so no view is noted. The activity says that somebody searched, not for whom.
 */
export async function search(
  { tx, company, deps, actor, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  { body: { person } }: Input<typeof contract.search>,
) {
  const ids = await findByMarks(tx, company, deps.vault, marksFor(person), personSearchLimit + 1)
  const sides = await findByIds(tx, company, ids.slice(0, personSearchLimit))
  const transactions = await describe(deps, tx, company, sides)
  const total = transactions.length
  await audit(tx, actor, at, {
    company,
    action: 'transaction.searchPerson',
    detail: { found: total },
  })
  return { transactions, total, totalIsLowerBound: ids.length > personSearchLimit }
}
