import { atEnd } from '@countersign/kit/at-end'
import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { ensureBlindKey, findBlindKeys } from './blind-key.store.ts'
import { marksOf, nameToken } from './name-token.rules.ts'
import { openParts } from './part-key.store.ts'

/**
 * Makes a transfer findable for the company by these marks and no others: names, birth dates, documents. Doing it again after a rotation
 * of the blind key renews the hashes.
 */
export async function indexNames(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  transferId: string,
  names: readonly string[],
  at: Date,
): Promise<void> {
  const { no, key } = await ensureBlindKey(tx, company, vault, at)
  // One name may be written twice.
  const keys = [...new Set(names)].map((name) => Buffer.from(nameToken(key, name)))
  await atEnd(
    tx,
    sql`delete from transactions.lookup where vasp_did = ${company} and kind = 'NAME'
      and transfer_id = ${transferId} and key <> all(${keys}::bytea[])`,
  )
  await atEnd(
    tx,
    sql`insert into transactions.lookup (vasp_did, kind, key, transfer_id, key_no)
      select ${company}, 'NAME', key, ${transferId}, ${no} from unnest(${keys}::bytea[]) key on conflict do nothing`,
  )
}

/** Makes a transfer findable by the names in what the company can open of it: after a release, or a rotation. */
export async function indexHeldNames(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  transferId: string,
  at: Date,
): Promise<void> {
  const parts = await openParts(tx, vault, company, transferId)
  await indexNames(tx, company, vault, transferId, parts.flatMap(marksOf), at)
}

/**
 * Renews look-ups that are under an older blind key: one page of the task that follows its rotation. Repeat it
 * until it finds none.
 * @returns how many transfers it renewed
 */
export async function renewNames(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  at: Date,
  limit = 100,
): Promise<number> {
  const current = await ensureBlindKey(tx, company, vault, at)
  const rows = await tx
    .selectFrom('transactions.lookup')
    .select('transfer_id')
    .distinct()
    .where('vasp_did', '=', company)
    .where('kind', '=', 'NAME')
    .where('key_no', '<', current.no)
    .limit(limit)
    .execute()
  for (const row of rows) await indexHeldNames(tx, company, vault, row.transfer_id, at)
  return rows.length
}

/** The company's transfers that have all of this, newest first. */
export async function findByMarks(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  marks: readonly string[],
  limit: number,
): Promise<string[]> {
  const keys = await findBlindKeys(tx, company, vault)
  if (keys.length === 0 || marks.length === 0) return []
  const tokens = (mark: string) => keys.map(({ key }) => Buffer.from(nameToken(key, mark)))
  const [first = '', ...others] = marks
  let found = tx
    .selectFrom('transactions.lookup as l')
    .select('l.transfer_id')
    .distinct()
    .where('l.vasp_did', '=', company)
    .where('l.kind', '=', 'NAME')
    .where('l.key', 'in', tokens(first))
  for (const mark of others)
    found = found.where('l.transfer_id', 'in', (where) =>
      where
        .selectFrom('transactions.lookup as o')
        .select('o.transfer_id')
        .where('o.vasp_did', '=', company)
        .where('o.kind', '=', 'NAME')
        .where('o.key', 'in', tokens(mark)),
    )
  // The id of a transfer begins with its time.
  const rows = await found.orderBy('l.transfer_id', 'desc').limit(limit).execute()
  return rows.map((row) => row.transfer_id)
}
