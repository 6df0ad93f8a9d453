import { defaultTransferSettings, TransferSettings } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
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
