import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Notes files that lie in storage, or will in a moment, while no document names them. */
export const insertLooseFiles = (tx: TrustTx, did: string, keys: readonly string[], at: Date) =>
  tx
    .insertInto('trust.loose_file')
    .values(keys.map((storage_key) => ({ vasp_did: did, storage_key, at })))
    .execute()

/** How many such files a company has. */
export const countLooseFiles = async (tx: TrustTx, did: string): Promise<number> =>
  (
    await tx
      .selectFrom('trust.loose_file')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('vasp_did', '=', did)
      .executeTakeFirstOrThrow()
  ).total

/** Ends that: a document names the file now, or it is gone. @returns false when it was swept away */
export const deleteLooseFile = async (tx: TrustTx, did: string, key: string): Promise<boolean> =>
  (await tx
    .deleteFrom('trust.loose_file')
    .where('vasp_did', '=', did)
    .where('storage_key', '=', key)
    .returning('storage_key')
    .executeTakeFirst()) !== undefined

/** Takes the oldest loose files of all companies, but none that another sweep or an upload holds. */
export async function takeLooseFiles(tx: TrustTx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with due as materialized (
      select vasp_did, storage_key from trust.loose_file where at < ${before}
      order by at limit ${limit} for update skip locked)
    delete from trust.loose_file f using due
    where f.vasp_did = due.vasp_did and f.storage_key = due.storage_key
    returning f.storage_key`.execute(tx)
  return rows.map(({ storage_key }) => storage_key)
}
