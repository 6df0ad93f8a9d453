import { randomBytes } from 'node:crypto'
import type { Vault } from '@countersign/kit/vault'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'

const place = 'transactions network key'
const known = new WeakMap<object, Promise<Buffer>>()

/** The 32 bytes that key the hashes of addresses, made at the first use. They stay the same from then on. */
export function networkKey({
  database,
  vault,
  clock,
}: Pick<TransactionsDeps, 'database' | 'vault' | 'clock'>) {
  const found = known.get(database)
  if (found) return found
  const key = database.withNobody(async (tx) => {
    const sealed =
      (await find(tx)) ??
      (await add(tx, vault.seal(randomBytes(32).toString('base64'), place), new Date(clock())))
    return Buffer.from(vault.open(sealed, place), 'base64')
  })
  known.set(database, key)
  // The next use tries again where the database was away.
  key.catch(() => known.delete(database))
  return key
}

const find = async (tx: TransactionsTx) =>
  (await tx.selectFrom('transactions.network_key').select('sealed').executeTakeFirst())?.sealed

/** Of two processes that begin at once one writes, and both read what it wrote. */
async function add(tx: TransactionsTx, sealed: string, at: Date): Promise<string> {
  await tx
    .insertInto('transactions.network_key')
    .values({ no: 1, sealed, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find(tx)) ?? sealed
}

/** Seals the key under the server's current main secret, where an older one sealed it. */
export async function resealNetworkKey(tx: TransactionsTx, vault: Vault): Promise<number> {
  const sealed = await find(tx)
  if (sealed === undefined || vault.isCurrent(sealed)) return 0
  await tx
    .updateTable('transactions.network_key')
    .set({ sealed: vault.seal(vault.open(sealed, place), place) })
    .where('sealed', '=', sealed)
    .execute()
  return 1
}
