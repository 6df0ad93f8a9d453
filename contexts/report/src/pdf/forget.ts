import type { Tx } from '@countersign/kit/db'
import type { ReportTx } from '../tables.ts'
import { removeIssues } from './issue.store.ts'
import { writePdfId } from './subject.ts'

/** Forgets the PDFs that a company made of transfers; the transaction is the product's, of that company. */
export async function forgetPdfs<T>(
  tx: Tx<T>,
  company: string,
  transferIds: readonly string[],
): Promise<void> {
  // The product's database has this context's tables as well.
  const ours = tx as Tx<unknown> as ReportTx
  const documents = transferIds.flatMap((id) =>
    [false, true].map((isPersonal) => writePdfId({ kind: 'transfer', id, isPersonal })),
  )
  await removeIssues(ours, company, documents)
}
