import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { lookedUp } from './narrowing.store.ts'

/** The company's transfers with these ids, the newest first. */
export async function findByIds(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<SideRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('transactions.side')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', ids)
    .orderBy('transfer_id', 'desc')
    .execute()
  return rows.map(readSide)
}

/** The company's newest transfers with all of these: at most `limit`. */
export async function findMatching(
  tx: TransactionsTx,
  company: string,
  {
    txHash,
    destination,
    transactionRef,
  }: {
    readonly txHash?: string | undefined
    readonly destination?: string | undefined
    readonly transactionRef?: string | undefined
  },
  limit: number,
): Promise<SideRow[]> {
  const rows = await tx
    .selectFrom('transactions.side as s')
    .selectAll('s')
    .where('s.vasp_did', '=', company)
    .where('s.erased_at', 'is', null)
    .$if(txHash !== undefined, (some) => some.where(lookedUp(company, ['HASH'], txHash ?? '')))
    .$if(destination !== undefined, (some) =>
      some
        .innerJoin('transactions.transfer as t', 't.id', 's.transfer_id')
        .where(lookedUp(company, ['ADDRESS'], destination ?? ''))
        .where(sql<boolean>`lower(t.destination) = lower(${destination})`),
    )
    .$if(transactionRef !== undefined, (some) =>
      some.where('s.transaction_ref', '=', transactionRef ?? ''),
    )
    .orderBy('s.created_at', 'desc')
    .orderBy('s.transfer_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readSide)
}
