import type { Insertable } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

/** What one company adds of transfers of the past, by table. */
export type Rows = {
  readonly 'transactions.transfer': Insertable<DB['transactions.transfer']>[]
  readonly 'transactions.side': Insertable<DB['transactions.side']>[]
  readonly 'transactions.act': Insertable<DB['transactions.act']>[]
  readonly 'transactions.part': Insertable<DB['transactions.part']>[]
  readonly 'transactions.sealed_key': Insertable<DB['transactions.sealed_key']>[]
  readonly 'transactions.lookup': Insertable<DB['transactions.lookup']>[]
  readonly 'transactions.cell_delta': Insertable<DB['transactions.cell_delta']>[]
}

export const noRows = (): Rows => ({
  'transactions.transfer': [],
  'transactions.side': [],
  'transactions.act': [],
  'transactions.part': [],
  'transactions.sealed_key': [],
  'transactions.lookup': [],
  'transactions.cell_delta': [],
})

/** A statement has at most 65,535 values. */
const perStatement = 500

/** Adds rows of a company, many in one statement. */
export async function addRows(tx: TransactionsTx, rows: Rows): Promise<void> {
  const add = async <T extends keyof Rows>(table: T) => {
    const all: readonly Insertable<DB[keyof Rows]>[] = rows[table]
    for (let from = 0; from < all.length; from += perStatement)
      await tx
        .insertInto<keyof Rows>(table)
        .values(all.slice(from, from + perStatement))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  await add('transactions.transfer')
  await add('transactions.side')
  await add('transactions.act')
  await add('transactions.part')
  await add('transactions.sealed_key')
  await add('transactions.lookup')
  await add('transactions.cell_delta')
}

/** Which of these references the company has used. */
export async function findUsedRefs(
  tx: TransactionsTx,
  company: string,
  refs: readonly string[],
): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('transactions.side')
    .select('transaction_ref')
    .where('vasp_did', '=', company)
    .where('transaction_ref', 'in', [...refs])
    .execute()
  return new Set(rows.map(({ transaction_ref }) => transaction_ref))
}

/** Which of these transactions the company has reported, or has been told of. */
export async function findReported(
  tx: TransactionsTx,
  company: string,
  hashes: readonly string[],
): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('transactions.transfer')
    .select('origin_tx_hash')
    .where('beneficiary_did', '=', company)
    .where('origin_tx_hash', 'in', [...hashes])
    .execute()
  return new Set(rows.map(({ origin_tx_hash }) => origin_tx_hash))
}

/** The newest transfers of a company that others have accepted. */
export async function findAccepted(
  tx: TransactionsTx,
  company: string,
  limit: number,
): Promise<{ id: string; beneficiary: string; at: Date }[]> {
  const rows = await tx
    .selectFrom('transactions.transfer')
    .select(['id', 'beneficiary_did', 'acked_at'])
    .where('originator_did', '=', company)
    .where('status', '=', 'ACCEPTED')
    .where('beneficiary_did', '!=', company)
    .orderBy('acked_at', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, beneficiary_did: beneficiary, acked_at: at }) =>
    beneficiary !== null && at !== null ? [{ id, beneficiary, at }] : [],
  )
}
