import { DocumentDownload, networkReader } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** A version that the company of the transaction may see, by its owner and its key. */
export const findVersion = (tx: TrustTx, owner: string, key: string) =>
  tx
    .selectFrom('trust.document_version as version')
    .innerJoin('trust.document as document', (join) =>
      join
        .onRef('document.vasp_did', '=', 'version.vasp_did')
        .onRef('document.id', '=', 'version.document_id'),
    )
    .select(['version.document_id', 'version.version', 'version.storage_key'])
    .select(['version.file_name', 'version.media_type', 'version.size'])
    .where('version.vasp_did', '=', owner)
    .where('version.storage_key', '=', key)
    .where('document.deleted_at', 'is', null)
    .executeTakeFirst()

type Version = { readonly document_id: string; readonly version: number }

/** Whether a company may read a version of another's document now. */
export const isReadable = async (
  tx: TrustTx,
  owner: string,
  reader: string,
  { document_id, version }: Version,
  at: Date,
) =>
  (await tx
    .selectFrom('trust.document_grant')
    .select('id')
    .where('vasp_did', '=', owner)
    .where('document_id', '=', document_id)
    .where('version', '=', version)
    .where('grantee_did', '=', reader)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Notes a download for the owner to see. */
export const insertDownload = (
  tx: TrustTx,
  owner: string,
  reader: { did: string; email: string | null },
  { document_id, version }: Version,
  at: Date,
) =>
  tx
    .insertInto('trust.document_download')
    .values({
      vasp_did: owner,
      document_id,
      version,
      at,
      reader_did: reader.did,
      reader_email: reader.email,
    })
    .execute()

/** Downloads of a document, newest first, below a number of the log. */
export async function findDownloads(
  tx: TrustTx,
  owner: string,
  documentId: string,
  limit: number,
  below?: number,
): Promise<DocumentDownload[]> {
  let query = tx
    .selectFrom('trust.document_download as download')
    .leftJoin('trust.vasp as reader', 'reader.vasp_did', 'download.reader_did')
    .select(['download.id', 'download.at', 'download.reader_did', 'download.reader_email'])
    .select(['download.version', sql<string>`reader.profile ->> 'name'`.as('name')])
    .where('download.vasp_did', '=', owner)
    .where('download.document_id', '=', documentId)
    .orderBy('download.id', 'desc')
    .limit(limit)
  if (below !== undefined) query = query.where('download.id', '<', below)
  return (await query.execute()).map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    vaspDID: DocumentDownload.shape.vaspDID.parse(row.reader_did),
    name: row.name ?? (row.reader_did === networkReader ? 'The network' : row.reader_did),
    email: row.reader_email,
    version: row.version,
  }))
}

type Annex = { readonly id: string; readonly title: string; readonly version: number }

/** The hashes of these versions of a company's documents; those that are no longer kept are left out. */
export async function findVersionHashes(
  tx: TrustTx,
  owner: string,
  annexes: readonly Annex[],
): Promise<{ title: string; version: number; sha256: string }[]> {
  const rows = await tx
    .selectFrom('trust.document_version')
    .select(['document_id', 'version', 'sha256'])
    .where('vasp_did', '=', owner)
    .where('document_id', 'in', ['', ...annexes.map(({ id }) => id)])
    .execute()
  return annexes.flatMap(({ id, title, version }) => {
    const kept = rows.find((row) => row.document_id === id && row.version === version)
    return kept ? [{ title, version, sha256: kept.sha256.toString('hex') }] : []
  })
}
