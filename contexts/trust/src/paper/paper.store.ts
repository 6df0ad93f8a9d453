import { DocumentType } from '@countersign/contracts/trust'
import type { TrustTx } from '../tables.ts'
import type { SharedFile } from './diligence.rules.ts'

/** What a company lets another one read now, with the hash of each file. */
export async function findSharedFiles(
  tx: TrustTx,
  grantee: string,
  owner: string,
  at: Date,
): Promise<SharedFile[]> {
  const rows = await tx
    .selectFrom('trust.document_grant as grant')
    .innerJoin('trust.document as document', (join) =>
      join
        .onRef('document.vasp_did', '=', 'grant.vasp_did')
        .onRef('document.id', '=', 'grant.document_id'),
    )
    .innerJoin('trust.document_version as version', (join) =>
      join
        .onRef('version.vasp_did', '=', 'grant.vasp_did')
        .onRef('version.document_id', '=', 'grant.document_id')
        .onRef('version.version', '=', 'grant.version'),
    )
    .distinctOn(['document.document_type', 'document.id', 'version.version'])
    .select(['document.document_type', 'document.title', 'version.version', 'version.sha256'])
    .select('grant.expires_at')
    .where('grant.vasp_did', '=', owner)
    .where('grant.grantee_did', '=', grantee)
    .where('grant.ended_at', 'is', null)
    .where('grant.expires_at', '>', at)
    .where('document.deleted_at', 'is', null)
    .orderBy('document.document_type')
    .orderBy('document.id')
    .orderBy('version.version')
    .orderBy('grant.expires_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    type: DocumentType.parse(row.document_type),
    title: row.title,
    version: row.version,
    sha256: row.sha256.toString('hex'),
    until: row.expires_at.toISOString(),
  }))
}
