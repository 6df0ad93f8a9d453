import type { TransactionsDeps } from '../deps.ts'
import { findViews } from '../opening/index.ts'
import { openComments } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { findOwnComments } from '../transfer/index.ts'
import type { Export } from './export.store.ts'
import type { Row } from './row.rules.ts'

/** How many views of one transfer a copy has. */
const maxViews = 1_000

/** The same transfers with all else that the company keeps of them: what was said, and who opened the data. */
export async function allKept(
  { vault }: Pick<TransactionsDeps, 'vault'>,
  tx: TransactionsTx,
  { vasp_did: company }: Export,
  rows: readonly Row[],
): Promise<Row[]> {
  const kept: Row[] = []
  for (const row of rows) {
    const own = await findOwnComments(tx, vault, company, row.id)
    const theirs = await openComments(tx, vault, company, row.id)
    const views = await findViews(tx, company, vault, { transferId: row.id }, maxViews)
    kept.push({
      ...row,
      comments: [
        ...own.map(({ at, text, audience }) => ({ company, at: at.toISOString(), text, audience })),
        ...theirs.map(({ owner, tree }) => ({ company: owner, said: tree })),
      ],
      views: views.map(({ viewer, role, reason, how, part, at }) => ({
        company: viewer,
        role,
        reason,
        how,
        part,
        at: at.toISOString(),
      })),
    })
  }
  return kept
}
