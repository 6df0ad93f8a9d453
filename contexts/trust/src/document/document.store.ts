import { DocumentType, type LibraryDocument } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

const library = (tx: TrustTx, did: string, at: Date) =>
  tx
    .selectFrom('trust.document as document')
    .innerJoin('trust.document_version as version', (join) =>
      join
        .onRef('version.vasp_did', '=', 'document.vasp_did')
        .onRef('version.document_id', '=', 'document.id')
        .onRef('version.version', '=', 'document.version'),
    )
    .where('document.vasp_did', '=', did)
    .where('document.deleted_at', 'is', null)
    .select(['document.id', 'document.document_type', 'document.title', 'document.version'])
    .select(['document.created_at', 'version.storage_key', 'version.file_name'])
    .select(['version.media_type', 'version.size', 'version.sha256', 'version.uploaded_at'])
    .select([
      sql<string | null>`document.expires_on::text`.as('expires_on'),
      sql<number>`(select count(distinct grantee_did) from trust.document_grant g
        where g.vasp_did = document.vasp_did and g.document_id = document.id
          and g.ended_at is null and g.expires_at > ${at})`.as('shared_with'),
      sql<number>`(select count(*) from trust.document_download d
        where d.vasp_did = document.vasp_did and d.document_id = document.id)`.as('downloads'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof library>['executeTakeFirstOrThrow']>>

const documentOf = (row: Row): LibraryDocument => ({
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
  uploadedAt: row.uploaded_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  sharedWith: row.shared_with,
  downloads: row.downloads,
})

/** The company's documents, newest first. Bounded by how many it can keep. */
export const findDocuments = async (tx: TrustTx, did: string, at: Date) =>
  (
    await library(tx, did, at)
      .orderBy('document.created_at', 'desc')
      .orderBy('document.id', 'desc')
      .execute()
  ).map(documentOf)

/** One document, or undefined. */
export const findDocument = async (tx: TrustTx, did: string, documentId: string, at: Date) => {
  const row = await library(tx, did, at).where('document.id', '=', documentId).executeTakeFirst()
  return row && documentOf(row)
}

/** A document's type and present version, locked; undefined when it is not there. */
export const lockDocument = (tx: TrustTx, did: string, documentId: string) =>
  tx
    .selectFrom('trust.document')
    .select(['id', 'document_type', 'version', 'title'])
    .where('vasp_did', '=', did)
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The document that a key belongs to, whichever version it names; locked. */
export const lockDocumentByKey = (tx: TrustTx, did: string, key: string) =>
  tx
    .selectFrom('trust.document as document')
    .innerJoin('trust.document_version as version', (join) =>
      join
        .onRef('version.vasp_did', '=', 'document.vasp_did')
        .onRef('version.document_id', '=', 'document.id'),
    )
    .select(['document.id', 'document.document_type'])
    .where('document.vasp_did', '=', did)
    .where('version.storage_key', '=', key)
    .where('document.deleted_at', 'is', null)
    .forUpdate('document')
    .executeTakeFirst()

/** One upload after the other: until the transaction ends, no other passes here for this company. */
export const lockLibrary = (tx: TrustTx, did: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${did}`}, 0))`.execute(tx)

/** How many documents a company keeps; of one type where asked. */
export const countDocuments = async (tx: TrustTx, did: string, type?: string) => {
  const all = tx
    .selectFrom('trust.document')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('vasp_did', '=', did)
    .where('deleted_at', 'is', null)
  const { total } = await (type
    ? all.where('document_type', '=', type)
    : all
  ).executeTakeFirstOrThrow()
  return total
}

/** The bytes of all versions of the documents that a company keeps. */
export const sumSizes = async (tx: TrustTx, did: string) => {
  const { total } = await tx
    .selectFrom('trust.document_version as version')
    .innerJoin('trust.document as document', (join) =>
      join
        .onRef('document.vasp_did', '=', 'version.vasp_did')
        .onRef('document.id', '=', 'version.document_id'),
    )
    .select((eb) => eb.fn.sum<string | null>('version.size').as('total'))
    .where('version.vasp_did', '=', did)
    .where('document.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Which of these documents a company keeps now, with their titles and present versions. */
export const findKept = (tx: TrustTx, did: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('trust.document')
        .select(['id', 'title', 'version'])
        .where('vasp_did', '=', did)
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute()

/** Whether a ticket made a version already. */
export const isTicketUsed = async (tx: TrustTx, did: string, ticket: string) =>
  (await tx
    .selectFrom('trust.document_version')
    .select('version')
    .where('vasp_did', '=', did)
    .where('ticket', '=', ticket)
    .executeTakeFirst()) !== undefined

/** Adds a document that has no version yet. */
export const insertDocument = (
  tx: TrustTx,
  did: string,
  document: { id: string; type: string; title: string; expiresOn: string | null },
  at: Date,
) =>
  tx
    .insertInto('trust.document')
    .values({
      vasp_did: did,
      id: document.id,
      document_type: document.type,
      title: document.title,
      expires_on: sql<Date | null>`${document.expiresOn}::date`,
      created_at: at,
      updated_at: at,
    })
    .execute()

/** What a document can change. */
type Change = {
  title?: string | undefined
  expiresOn?: string | null | undefined
  version?: number
  deletedAt?: Date
}

/** Changes a locked document. */
export const changeDocument = (
  tx: TrustTx,
  did: string,
  documentId: string,
  { title, expiresOn, version, deletedAt }: Change,
  at: Date,
) =>
  tx
    .updateTable('trust.document')
    .set({
      updated_at: at,
      ...(title !== undefined && { title }),
      ...(expiresOn !== undefined && { expires_on: sql<Date | null>`${expiresOn}::date` }),
      ...(version !== undefined && { version }),
      ...(deletedAt && { deleted_at: deletedAt }),
    })
    .where('vasp_did', '=', did)
    .where('id', '=', documentId)
    .execute()

/** A file as it was received. */
export type NewVersion = {
  readonly documentId: string
  readonly version: number
  readonly key: string
  readonly ticket: string
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  readonly sha256: Buffer
  readonly uploadedBy: string
}

/** Adds a version. @returns false when its ticket was used before */
export const insertVersion = async (tx: TrustTx, did: string, version: NewVersion, at: Date) =>
  (await tx
    .insertInto('trust.document_version')
    .values({
      vasp_did: did,
      document_id: version.documentId,
      version: version.version,
      storage_key: version.key,
      ticket: version.ticket,
      file_name: version.fileName,
      media_type: version.mediaType,
      size: version.size,
      sha256: version.sha256,
      uploaded_by: version.uploadedBy,
      uploaded_at: at,
    })
    .onConflict((conflict) => conflict.columns(['vasp_did', 'ticket']).doNothing())
    .returning('version')
    .executeTakeFirst()) !== undefined

/** The keys of all versions of a document. */
export const findKeys = async (tx: TrustTx, did: string, documentId: string) => {
  const rows = await tx
    .selectFrom('trust.document_version')
    .select('storage_key')
    .where('vasp_did', '=', did)
    .where('document_id', '=', documentId)
    .execute()
  return rows.map(({ storage_key }) => storage_key)
}
