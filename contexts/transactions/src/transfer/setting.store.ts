import { defaultTransferSettings, TransferSettings } from '@countersign/contracts/transactions'
import type { Tx } from '@countersign/kit/db'
import { fail } from '@countersign/kit/errors'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

type Saved = TransferSettings & { readonly version: number }

/** How a company wants its transfers treated. */
export async function findSettings(tx: TransactionsTx, company: string): Promise<Saved> {
  const row = await tx
    .selectFrom('transactions.setting')
    .select(['body', 'version'])
    .where('vasp_did', '=', company)
    .executeTakeFirst()
  if (!row) return { ...defaultTransferSettings, version: 0 }
  return { ...TransferSettings.parse(row.body), version: row.version }
}

/** Whether a company wants two people to change who pays for it, for whoever changes that. */
export async function payerTakesTwo<T>(tx: Tx<T>, company: string): Promise<boolean> {
  const { rows } = await sql<{ two: boolean | null }>`
    select (body -> 'fourEyes' -> 'payer')::boolean as two from transactions.setting
    where vasp_did = ${company}`.execute(tx)
  return rows[0]?.two ?? false
}

/** @throws 409 where somebody else has changed them since */
export async function saveSettings(
  tx: TransactionsTx,
  company: string,
  { version, ...settings }: Saved,
  by: string,
  at: Date,
): Promise<Saved> {
  const values = { body: JSON.stringify(settings), updated_at: at, updated_by: by }
  const saved =
    version === 0
      ? await tx
          .insertInto('transactions.setting')
          .values({ vasp_did: company, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('transactions.setting')
          .set({ ...values, version: version + 1 })
          .where('vasp_did', '=', company)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) throw fail('conflict', 'Someone else has changed these settings meanwhile')
  return { ...settings, version: saved.version }
}
