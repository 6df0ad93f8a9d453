import type { Upload } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import type { StoredUpload } from './upload.store.ts'

export const noSuchUpload = () => fail('not_found', 'No such upload')

type Where = {
  readonly tx: TransactionsTx
  readonly company: string
  readonly deps: Pick<TransactionsDeps, 'peopleOf'>
}

/** An upload as it is shown. */
export async function shown({ tx, company, deps }: Where, row: StoredUpload): Promise<Upload> {
  const names = await deps.peopleOf(tx, company, [row.by_did])
  return {
    id: row.id,
    kind: row.kind,
    mode: row.mode,
    fileName: row.file_name,
    state: row.state,
    counts: {
      new: row.fresh,
      changed: row.changed,
      unchanged: row.present,
      removed: row.removed,
      rejected: row.rejected,
    },
    done: row.done,
    by: { did: row.by_did, name: names.get(row.by_did) ?? null },
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    rejectedUntil: row.rejected_until?.toISOString() ?? null,
  }
}
