import { createHash } from 'node:crypto'
import { atEnd } from '@countersign/kit/at-end'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { findTransfers, type Transfer } from './transfer.store.ts'

/** By what a company finds a transfer by a hash or an address. */
export const lookUpKey = (text: string): Buffer =>
  createHash('sha256').update(text.toLowerCase()).digest()

/** The look-ups of a transfer's addresses. */
export const addressRows = (
  company: string,
  { id, destination, origin }: Pick<Transfer, 'id' | 'destination' | 'origin'>,
) =>
  [destination, ...(origin === null ? [] : [origin])].map((address) => ({
    vasp_did: company,
    kind: 'ADDRESS',
    key: lookUpKey(address),
    transfer_id: id,
  }))

/** Makes a transfer findable by its addresses in one of its companies. */
export const noteAddresses = (
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
): Promise<unknown> =>
  atEnd(
    tx,
    tx
      .insertInto('transactions.lookup')
      .values(addressRows(company, transfer))
      .onConflict((conflict) => conflict.doNothing()),
  )

/** What identifies a movement of coins. */
export type Coins = Pick<Transfer, 'asset_id' | 'address_key' | 'vout' | 'amount'> & {
  readonly hash: string
}

/** Keeps deposits and messages about the same coins apart until the transaction ends. The first lock of it. */
export const lockHash = (tx: TransactionsTx, hash: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`hash ${hash.toLowerCase()}`}, 0))`.execute(
    tx,
  )

/** Makes a transfer findable by a hash in one of its companies. */
export const noteHash = (
  tx: TransactionsTx,
  company: string,
  hash: string,
  transferId: string,
): Promise<unknown> =>
  tx
    .insertInto('transactions.lookup')
    .values({ vasp_did: company, kind: 'HASH', key: lookUpKey(hash), transfer_id: transferId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A company's transfers about these coins, oldest first: the outputs are compared, else the amounts. */
export async function findByCoins(
  tx: TransactionsTx,
  company: string,
  { hash, ...coins }: Coins,
): Promise<Transfer[]> {
  const rows = await tx
    .selectFrom('transactions.lookup')
    .select('transfer_id')
    .where('vasp_did', '=', company)
    .where('kind', '=', 'HASH')
    .where('key', '=', lookUpKey(hash))
    .orderBy('transfer_id')
    .execute()
  const found = await findTransfers(
    tx,
    rows.map((row) => row.transfer_id),
  )
  return [...found.values()]
    .filter((one) => isSame(one, coins))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

const isSame = (one: Transfer, coins: Omit<Coins, 'hash'>): boolean =>
  one.asset_id === coins.asset_id &&
  one.address_key.equals(coins.address_key) &&
  (one.vout === null || coins.vout === null ? one.amount === coins.amount : one.vout === coins.vout)
