import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Vault } from '@countersign/kit/vault'
import type { TransactionsTx } from '../tables.ts'
import { privateKeyOf, rawPrivate, rawPublic } from './hpke.ts'

/** The public half of a company's key pair, by its number. */
export type CompanyKey = { readonly no: number; readonly publicKey: Buffer }

/**
 * How long a retired key stays, in milliseconds: a transaction may have read it just before the rotation, and
 * use it just after. It takes seconds.
 */
export const gracePeriod = 24 * 3_600_000

/** Where a private key belongs: sealed elsewhere, it does not open. */
export const keyPlace = (company: string, no: number): string => `transactions key ${company} ${no}`

/** The company's current key. Everybody may read it. */
export async function findKey(
  tx: TransactionsTx,
  company: string,
): Promise<CompanyKey | undefined> {
  const row = await tx
    .selectFrom('transactions.public_key')
    .select(['no', 'public_key'])
    .where('vasp_did', '=', company)
    .where('retired_at', 'is', null)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { no: row.no, publicKey: row.public_key }
}

/**
 * The company's current key, made where it has none, in the company's own transaction. Of two that make
 * one at once, the second waits for the first and takes its key.
 */
export async function ensureKey(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  at: Date,
): Promise<CompanyKey> {
  const known = await findKey(tx, company)
  if (known) return known
  await addKey(tx, company, 1, vault, at)
  return currentKey(tx, company)
}

/**
 * Replaces the company's key of this number, so that two who do so at once make one new key. What older ones
 * sealed still opens; `renewBoxes` seals it anew.
 */
export async function rotateKey(
  tx: TransactionsTx,
  company: string,
  no: number,
  vault: Vault,
  at: Date,
): Promise<CompanyKey> {
  const current = await currentKey(tx, company)
  if (current.no !== no) return current
  await addKey(tx, company, no + 1, vault, at)
  await tx
    .updateTable('transactions.public_key')
    .set({ retired_at: at })
    .where('vasp_did', '=', company)
    .where('no', '<=', no)
    .where('retired_at', 'is', null)
    .execute()
  return currentKey(tx, company)
}

/** The private half, in the company's own transaction alone. */
export async function openPrivateKey(
  tx: TransactionsTx,
  company: string,
  no: number,
  vault: Vault,
): Promise<KeyObject> {
  const row = await tx
    .selectFrom('transactions.private_key')
    .select('sealed')
    .where('vasp_did', '=', company)
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  const raw = vault.open(row.sealed.toString(), keyPlace(company, no))
  return privateKeyOf(Buffer.from(raw, 'base64url'))
}

async function currentKey(tx: TransactionsTx, company: string): Promise<CompanyKey> {
  const key = await findKey(tx, company)
  if (!key) throw new Error(`${company} has no key`)
  return key
}

/** Adds the key of this number, unless somebody else just did. */
async function addKey(
  tx: TransactionsTx,
  company: string,
  no: number,
  vault: Vault,
  at: Date,
): Promise<void> {
  const { privateKey } = generateKeyPairSync('x25519')
  const added = await tx
    .insertInto('transactions.public_key')
    .values({
      vasp_did: company,
      no,
      kind: 'HOSTED',
      public_key: rawPublic(privateKey),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('no')
    .executeTakeFirst()
  if (!added) return
  const sealed = vault.seal(rawPrivate(privateKey).toString('base64url'), keyPlace(company, no))
  await tx
    .insertInto('transactions.private_key')
    .values({ vasp_did: company, no, sealed: Buffer.from(sealed) })
    .execute()
}
