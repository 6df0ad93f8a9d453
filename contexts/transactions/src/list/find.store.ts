import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { lookedUp } from './look-up.store.ts'

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
    customerRef,
    vout,
  }: {
    readonly txHash?: string | undefined
    readonly destination?: string | undefined
    readonly transactionRef?: string | undefined
    readonly customerRef?: string | undefined
    readonly vout?: number | undefined
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
    .$if(customerRef !== undefined, (some) =>
      some.where('s.customer_key', '=', ({ selectFrom }) =>
        selectFrom('transactions.customer as c')
          .select('c.customer_key')
          .where('c.vasp_did', '=', company)
          .where('c.ref', '=', customerRef ?? ''),
      ),
    )
    .$if(vout !== undefined, (some) =>
      some.where('s.transfer_id', 'in', ({ selectFrom }) =>
        selectFrom('transactions.transfer as o')
          .select('o.id')
          .where('o.vout', '=', vout ?? 0)
          .whereRef('o.id', '=', 's.transfer_id'),
      ),
    )
    .orderBy('s.created_at', 'desc')
    .orderBy('s.transfer_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readSide)
}
