import {
  type DocumentGrant,
  type DocumentRequest,
  DocumentType,
  type SharedDocument,
} from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/**
 * Opens the present versions of the request's type to its requester.
 * @param chosen the ids of the documents to open; all of the type when absent
 * @returns how many
 */
export async function grantCurrentVersions(
  tx: TrustTx,
  request: DocumentRequest,
  until: Date,
  at: Date,
  chosen?: ReadonlySet<string>,
): Promise<number> {
  const found = await tx
    .selectFrom('trust.document')
    .select(['id', 'version'])
    .where('vasp_did', '=', request.ownerDid)
    .where('document_type', '=', request.documentType)
    .where('deleted_at', 'is', null)
    .execute()
  const documents = chosen ? found.filter(({ id }) => chosen.has(id)) : found
  if (documents.length === 0) return 0
  await tx
    .insertInto('trust.document_grant')
    .values(
      documents.map((document) => ({
        vasp_did: request.ownerDid,
        id: id('grant', at.getTime()),
        document_id: document.id,
        version: document.version,
        grantee_did: request.requestingVASPdid,
        request_id: request.id,
        granted_at: at,
        expires_at: until,
      })),
    )
    .execute()
  return documents.length
}

/** Ends at once what the approval of a request opened. */
export const endGrantsOfRequest = (tx: TrustTx, owner: string, requestId: string, at: Date) =>
  tx
    .updateTable('trust.document_grant')
    .set({ ended_at: at })
    .where('vasp_did', '=', owner)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()

/** Ends every access to a document. */
export const endGrantsOfDocument = (tx: TrustTx, owner: string, documentId: string, at: Date) =>
  tx
    .updateTable('trust.document_grant')
    .set({ ended_at: at })
    .where('vasp_did', '=', owner)
    .where('document_id', '=', documentId)
    .where('ended_at', 'is', null)
    .execute()

/** Ends one access. @returns whose it was, or undefined when there is none to end */
export const endGrant = (
  tx: TrustTx,
  owner: string,
  documentId: string,
  grantId: string,
  at: Date,
) =>
  tx
    .updateTable('trust.document_grant')
    .set({ ended_at: at })
    .where('vasp_did', '=', owner)
    .where('document_id', '=', documentId)
    .where('id', '=', grantId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('grantee_did')
    .executeTakeFirst()

/** Opens one version to one company. @returns the id of the grant */
export async function insertGrant(
  tx: TrustTx,
  owner: string,
  grant: { documentId: string; version: number; grantee: string; expiresAt: Date },
  at: Date,
): Promise<string> {
  const grantId = id('grant', at.getTime())
  await tx
    .insertInto('trust.document_grant')
    .values({
      vasp_did: owner,
      id: grantId,
      document_id: grant.documentId,
      version: grant.version,
      grantee_did: grant.grantee,
      granted_at: at,
      expires_at: grant.expiresAt,
    })
    .execute()
  return grantId
}

/** Who may read a document now, newest grant first; at most `limit`. */
export async function findGrants(
  tx: TrustTx,
  owner: string,
  documentId: string,
  at: Date,
  limit: number,
): Promise<DocumentGrant[]> {
  const rows = await tx
    .selectFrom('trust.document_grant as grant')
    .innerJoin('trust.vasp as grantee', 'grantee.vasp_did', 'grant.grantee_did')
    .select(['grant.id', 'grant.grantee_did', 'grant.version', 'grant.granted_at'])
    .select(['grant.expires_at', 'grant.request_id'])
    .select(sql<string>`grantee.profile ->> 'name'`.as('name'))
    .where('grant.vasp_did', '=', owner)
    .where('grant.document_id', '=', documentId)
    .where('grant.ended_at', 'is', null)
    .where('grant.expires_at', '>', at)
    .orderBy('grant.granted_at', 'desc')
    .orderBy('grant.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    vaspDID: row.grantee_did,
    name: row.name,
    version: row.version,
    grantedAt: row.granted_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    requestId: row.request_id,
  }))
}

/** What others let a company read now, newest first; one row for each version. */
export async function findShared(
  tx: TrustTx,
  grantee: string,
  owner: string | undefined,
  at: Date,
): Promise<SharedDocument[]> {
  let query = tx
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
    .innerJoin('trust.vasp as owner', 'owner.vasp_did', 'grant.vasp_did')
    .select(['document.id', 'document.document_type', 'document.title', 'version.version'])
    .select(['version.storage_key', 'version.file_name', 'version.media_type', 'version.size'])
    .select((eb) => [
      'version.sha256',
      'grant.vasp_did',
      sql<string>`owner.profile ->> 'name'`.as('owner_name'),
      sql<string | null>`document.expires_on::text`.as('expires_on'),
      eb.fn.max('grant.granted_at').as('granted_at'),
      eb.fn.max('grant.expires_at').as('access_until'),
    ])
    .where('grant.grantee_did', '=', grantee)
    .where('grant.ended_at', 'is', null)
    .where('grant.expires_at', '>', at)
    .where('document.deleted_at', 'is', null)
    .groupBy(['grant.vasp_did', 'document.vasp_did', 'document.id', 'version.vasp_did'])
    .groupBy(['version.document_id', 'version.version', 'owner.vasp_did'])
    .orderBy('granted_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(200)
  if (owner) query = query.where('grant.vasp_did', '=', owner)
  return (await query.execute()).map((row) => ({
    id: row.id,
    documentType: DocumentType.parse(row.document_type),
    title: row.title,
    version: row.version,
    s3URL: row.storage_key,
    fileName: row.file_name,
    mediaType: row.media_type,
    size: row.size,
    expiresOn: row.expires_on,
    sha256: row.sha256.toString('hex'),
    ownerDid: row.vasp_did,
    ownerName: row.owner_name,
    grantedAt: row.granted_at.toISOString(),
    accessUntil: row.access_until.toISOString(),
  }))
}

/** Until when, and since when, an approved request opens a type of document to a company. */
export const findGrant = async (
  tx: TrustTx,
  owner: string,
  requester: string,
  documentType: DocumentType,
  at: Date,
): Promise<{ since: Date; until: Date } | undefined> => {
  const row = await tx
    .selectFrom('trust.document_request')
    .select(['decided_at', 'expires_at'])
    .where('vasp_did', '=', owner)
    .where('requester_did', '=', requester)
    .where('document_type', '=', documentType)
    .where('status', '=', 'APPROVED')
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.decided_at && row.expires_at
    ? { since: row.decided_at, until: row.expires_at }
    : undefined
}

/** Whether an approved request opens a type of document to a company now. */
export const hasGrant = async (...of: Parameters<typeof findGrant>): Promise<boolean> =>
  (await findGrant(...of)) !== undefined
