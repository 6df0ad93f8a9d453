import { randomBytes } from 'node:crypto'
import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { gracePeriod } from './company-key.store.ts'

/** A key under which a company hashes what it searches for, and its number. */
export type BlindKey = { readonly no: number; readonly key: Buffer }

/** Where a blind key belongs: sealed elsewhere, it does not open. */
export const blindKeyPlace = (company: string, no: number): string =>
  `transactions blind key ${company} ${no}`

/**
 * All keys that hashes of the company may be under, the current one first. After a rotation there are two,
 * until the hashes of the older one are gone.
 */
export async function findBlindKeys(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<BlindKey[]> {
  const rows = await tx
    .selectFrom('transactions.blind_key')
    .select(['no', 'sealed'])
    .where('vasp_did', '=', company)
    .orderBy('no', 'desc')
    .execute()
  return rows.map(({ no, sealed }) => ({
    no,
    key: Buffer.from(vault.open(sealed.toString(), blindKeyPlace(company, no)), 'base64url'),
  }))
}

/** The company's current key, made at the first use. Of two that make one at once, both get the same. */
export async function ensureBlindKey(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  at: Date,
): Promise<BlindKey> {
  const [known] = await findBlindKeys(tx, company, vault)
  if (known) return known
  await addKey(tx, company, 1, vault, at)
  return currentKey(tx, company, vault)
}

/** Replaces the company's key of this number. Look-ups find what is under either; `renewNames` renews them. */
export async function rotateBlindKey(
  tx: TransactionsTx,
  company: string,
  no: number,
  vault: Vault,
  at: Date,
): Promise<BlindKey> {
  const current = await currentKey(tx, company, vault)
  if (current.no !== no) return current
  await addKey(tx, company, no + 1, vault, at)
  await tx
    .updateTable('transactions.blind_key')
    .set({ retired_at: at })
    .where('vasp_did', '=', company)
    .where('no', '=', no)
    .execute()
  return currentKey(tx, company, vault)
}

/** Destroys keys retired a day ago that no look-up of a name is under. @returns their numbers */
export async function destroyRetiredBlindKeys(
  tx: TransactionsTx,
  company: string,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    delete from transactions.blind_key b
    where b.vasp_did = ${company} and b.retired_at <= ${new Date(at.getTime() - gracePeriod)}
      and not exists (select from transactions.lookup l
        where l.vasp_did = ${company} and l.kind = 'NAME' and l.key_no = b.no)
    returning b.no`.execute(tx)
  return rows.map(({ no }) => no)
}

async function currentKey(tx: TransactionsTx, company: string, vault: Vault): Promise<BlindKey> {
  const [key] = await findBlindKeys(tx, company, vault)
  if (!key) throw new Error(`${company} has no blind key`)
  return key
}

/** Adds the key of this number, unless somebody else just did. */
const addKey = (tx: TransactionsTx, company: string, no: number, vault: Vault, at: Date) =>
  tx
    .insertInto('transactions.blind_key')
    .values({
      vasp_did: company,
      no,
      sealed: Buffer.from(
        vault.seal(randomBytes(32).toString('base64url'), blindKeyPlace(company, no)),
      ),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
