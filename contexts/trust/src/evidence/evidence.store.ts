import { Evidence, type EvidenceStatus, QueuedEvidence } from '@countersign/contracts/trust'
import { members } from '@countersign/kit/members'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

const shown = (tx: TrustTx) =>
  tx
    .selectFrom('trust.evidence as evidence')
    .innerJoin('trust.document as document', (join) =>
      join
        .onRef('document.vasp_did', '=', 'evidence.vasp_did')
        .onRef('document.id', '=', 'evidence.document_id'),
    )
    .innerJoin('trust.document_version as version', (join) =>
      join
        .onRef('version.vasp_did', '=', 'evidence.vasp_did')
        .onRef('version.document_id', '=', 'evidence.document_id')
        .onRef('version.version', '=', 'evidence.version'),
    )
    .where('document.deleted_at', 'is', null)
    .select(['evidence.vasp_did', 'evidence.document_id', 'evidence.version', 'evidence.status'])
    .select(['evidence.shown_at', 'evidence.decided_by_name', 'evidence.decided_at'])
    .select(['evidence.reason', 'document.title', 'document.document_type'])
    .select(['version.file_name', 'version.media_type', 'version.size', 'version.storage_key'])

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const evidenceOf = (row: Row): Evidence =>
  Evidence.parse({
    documentId: row.document_id,
    version: row.version,
    title: row.title,
    documentType: row.document_type,
    fileName: row.file_name,
    mediaType: row.media_type,
    size: row.size,
    status: row.status,
    shownAt: row.shown_at.toISOString(),
    byName: row.decided_by_name,
    at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  })

/** What a company showed the network, newest first. */
export const findEvidence = async (tx: TrustTx, did: string): Promise<Evidence[]> =>
  (
    await shown(tx)
      .where('evidence.vasp_did', '=', did)
      .orderBy('evidence.shown_at', 'desc')
      .orderBy('evidence.document_id', 'desc')
      .orderBy('evidence.version', 'desc')
      .limit(200)
      .execute()
  ).map(evidenceOf)

/** One document as it was shown, locked, with the key of its file; undefined when it was not. */
export async function lockEvidence(tx: TrustTx, did: string, documentId: string, version: number) {
  const row = await shown(tx)
    .where('evidence.vasp_did', '=', did)
    .where('evidence.document_id', '=', documentId)
    .where('evidence.version', '=', version)
    .forUpdate('evidence')
    .executeTakeFirst()
  return row && { ...evidenceOf(row), key: row.storage_key }
}

/** What waits for the network, longest first, and how much it is. In the network's own transaction. */
export async function findWaitingEvidence(tx: TrustTx, limit: number) {
  const waiting = shown(tx)
    .innerJoin('trust.vasp as vasp', 'vasp.vasp_did', 'evidence.vasp_did')
    .where('evidence.status', 'in', ['WAITING', 'IN_REVIEW'])
  const rows = await waiting
    .select(sql<string>`vasp.profile ->> 'name'`.as('name'))
    .orderBy('evidence.shown_at')
    .orderBy('evidence.vasp_did')
    .orderBy('evidence.document_id')
    .limit(limit)
    .execute()
  const { total } = await waiting
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const documents = rows.map((row) =>
    QueuedEvidence.parse({ ...evidenceOf(row), did: row.vasp_did, vaspName: row.name }),
  )
  return { total, documents }
}

/** The ids among these that are documents of the company, with their present versions. */
export const findOwnDocuments = (tx: TrustTx, did: string, ids: readonly string[]) =>
  tx
    .selectFrom('trust.document')
    .select(['id', 'version'])
    .where('vasp_did', '=', did)
    .where('id', 'in', members(ids))
    .where('deleted_at', 'is', null)
    .execute()

/** Shows versions of documents to the network; what was shown before stays as it stands. @returns the new ones' ids */
export async function addEvidence(
  tx: TrustTx,
  did: string,
  documents: readonly { readonly id: string; readonly version: number }[],
  at: Date,
): Promise<string[]> {
  if (documents.length === 0) return []
  const rows = await tx
    .insertInto('trust.evidence')
    .values(
      documents.map(({ id, version }) => ({
        vasp_did: did,
        document_id: id,
        version,
        status: 'WAITING',
        shown_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** Who decided what of a document. */
type Decision = {
  readonly status: EvidenceStatus
  readonly byName: string | null
  readonly reason: string | null
}

/** Notes the network's decision on one document. */
export const decideEvidence = (
  tx: TrustTx,
  did: string,
  { documentId, version }: { readonly documentId: string; readonly version: number },
  { status, byName, reason }: Decision,
  at: Date,
) =>
  tx
    .updateTable('trust.evidence')
    .set({ status, decided_by_name: byName, decided_at: at, reason })
    .where('vasp_did', '=', did)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute()

/** Whoever verifies a company has accepted what was still open. */
export const acceptOpenEvidence = (tx: TrustTx, did: string, byName: string | null, at: Date) =>
  tx
    .updateTable('trust.evidence')
    .set({ status: 'ACCEPTED', decided_by_name: byName, decided_at: at })
    .where('vasp_did', '=', did)
    .where('status', 'in', ['WAITING', 'IN_REVIEW'])
    .execute()
