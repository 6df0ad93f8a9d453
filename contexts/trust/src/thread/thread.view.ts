import { DdqPlace, type DdqThread, type DdqThreadStatus } from '@countersign/contracts/trust'
import type { TrustTx } from '../tables.ts'
import { findComments, type ThreadRow } from './thread.store.ts'

type CommentRow = Awaited<ReturnType<typeof findComments>>[number]

/** Threads as one of their companies sees them: who spoke, it learns of its own people alone. */
export async function shown(
  tx: TrustTx,
  company: string,
  rows: readonly ThreadRow[],
): Promise<DdqThread[]> {
  const said = Map.groupBy(await findComments(tx, rows), (row) => row.thread_id)
  return rows.map((row) => ({
    id: row.id,
    ownerDid: row.vasp_did,
    ownerName: row.owner_name,
    requestingVASPdid: row.requester_did,
    requestingVASPName: row.requester_name,
    version: row.version,
    about: DdqPlace.parse(row.about),
    // The column's check knows the same words.
    status: row.status as DdqThreadStatus,
    isShared: row.is_shared,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    comments: (said.get(row.id) ?? []).map((comment) => commentOf(row, comment, company)),
  }))
}

const commentOf = (thread: ThreadRow, row: CommentRow, company: string) => ({
  id: `${thread.id}_${row.number}`,
  at: row.at.toISOString(),
  company: row.author_did,
  by: row.author_did === company ? { did: row.by_did, name: row.by_name } : null,
  text: row.text,
})
