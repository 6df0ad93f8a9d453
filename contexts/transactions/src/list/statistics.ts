import type { Input } from '@countersign/contracts'
import { type tx as contract, StatisticsRow } from '@countersign/contracts/transactions'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { findCurrency, sumVolumes } from './statistics.store.ts'

/** What the company's transfers add up to. */
export async function statistics(
  { tx, company }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query }: Input<typeof contract.statistics>,
) {
  const volumes = await sumVolumes(tx, company, query)
  return {
    rows: volumes.map(({ type, n, ...row }) =>
      StatisticsRow.parse({ ...row, transactionType: type, count: n }),
    ),
    currency: await findCurrency(tx, company),
  }
}
