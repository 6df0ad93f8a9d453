import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { blindKeyPlace } from './blind-key.store.ts'
import { ensureKey, gracePeriod, keyPlace } from './company-key.store.ts'
import { openDataKey, sealDataKey } from './data-key.ts'
import { renewOwn } from './own-data.store.ts'
import { partOf, privateKeys } from './part-key.store.ts'

/**
 * Seals data keys of a company that an older key of its sealed to its current one: one page of the task that
 * follows a rotation. Repeat it until it finds none.
 * @returns how many it renewed
 */
export async function renewBoxes(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  at: Date,
  limit = 500,
): Promise<number> {
  const current = await ensureKey(tx, company, vault, at)
  const privateKey = privateKeys(tx, company, vault)
  const rows = await tx
    .selectFrom('transactions.sealed_key')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('key_no', '<', current.no)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) {
    const id = { transferId: row.transfer_id, part: partOf(row.part), version: row.version }
    const old = { did: company, keyNo: row.key_no }
    const dataKey = openDataKey(row.box, id, old, await privateKey(row.key_no))
    await tx
      .updateTable('transactions.sealed_key')
      .set({
        key_no: current.no,
        box: sealDataKey(dataKey, id, { did: company, keyNo: current.no }, current.publicKey),
      })
      .where('vasp_did', '=', company)
      .where('owner_did', '=', row.owner_did)
      .where('transfer_id', '=', row.transfer_id)
      .where('part', '=', row.part)
      .where('version', '=', row.version)
      .execute()
  }
  const customers = await renewOwn(tx, company, current, privateKey, limit)
  return rows.length + customers
}

/** Destroys the company's retired private keys to which nothing is sealed. @returns their numbers */
export async function destroyRetiredKeys(
  tx: TransactionsTx,
  company: string,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    delete from transactions.private_key p
    using transactions.public_key k
    where p.vasp_did = ${company} and k.vasp_did = p.vasp_did and k.no = p.no
      and k.retired_at <= ${new Date(at.getTime() - gracePeriod)}
      and not exists (select from transactions.sealed_key s where s.vasp_did = ${company} and s.key_no = p.no)
      and not exists (select from transactions.customer c where c.vasp_did = ${company} and c.key_no = p.no)
    returning p.no`.execute(tx)
  return rows.map(({ no }) => no).toSorted((a, b) => a - b)
}

/** Seals the company's keys under the server's current main secret, where an older one sealed them. */
export async function resealKeys(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  let changed = 0
  for (const [table, placeOf] of [
    ['transactions.private_key', keyPlace],
    ['transactions.blind_key', blindKeyPlace],
  ] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(['no', 'sealed'])
      .where('vasp_did', '=', company)
      .forUpdate()
      .execute()
    for (const { no, sealed } of rows) {
      const place = placeOf(company, no)
      if (vault.isCurrent(sealed.toString())) continue
      await tx
        .updateTable(table)
        .set({ sealed: Buffer.from(vault.seal(vault.open(sealed.toString(), place), place)) })
        .where('vasp_did', '=', company)
        .where('no', '=', no)
        .execute()
      changed++
    }
  }
  return changed
}

/** The companies that have keys. Everybody may know that; null where the product keeps no transfers here. */
export async function findKeyOwners(tx: TransactionsTx): Promise<string[] | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('transactions.public_key') is not null as there`.execute(tx)
  if (!rows[0]?.there) return null
  const owners = await tx
    .selectFrom('transactions.public_key')
    .select('vasp_did')
    .distinct()
    .orderBy('vasp_did')
    .execute()
  return owners.map((row) => row.vasp_did)
}
