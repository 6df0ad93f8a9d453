import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, WholeText } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import { readsRecords } from '../permission.ts'
import { DocumentType } from './document-type.ts'

/** The largest file in bytes. */
export const documentBytes = 25 * 1024 * 1024
/** From this size on, a file can go straight to and from the bucket, where that is set up. */
export const directBytes = 4 * 1024 * 1024
/** The types of file that are taken, with the names that they may have. */
export const documentMediaTypes = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
} as const
/** Documents that a company can keep. */
export const documentLimit = 200
/** Bytes that all versions of a company's documents can have together. */
export const libraryBytes = 5 * 1024 ** 3

const title = Line(200)
const day = z.iso.date()

const File = {
  id: z.string(),
  documentType: DocumentType,
  title: z.string(),
  version: z.int(),
  /** Names the file in downloads and in deletions. Opaque: it is looked up, and nothing is fetched from it. */
  s3URL: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  size: z.int(),
  /** When what it says ends, such as a certificate. */
  expiresOn: z.nullable(day),
}

/** A document of the own company, with its newest version. */
export const LibraryDocument = z.object({
  ...File,
  sha256: z.string(),
  uploadedAt: Instant,
  createdAt: Instant,
  /** How many companies can read some version of it now. */
  sharedWith: z.int(),
  /** How often it was downloaded. */
  downloads: z.int(),
})
export type LibraryDocument = z.infer<typeof LibraryDocument>

/** A document of another company that the own company may read. */
export const SharedDocument = z.object({
  ...File,
  /** The SHA-256 of the file, in hexadecimal. */
  sha256: z.string(),
  ownerDid: Did,
  ownerName: z.string(),
  grantedAt: Instant,
  /** When the access ends. */
  accessUntil: Instant,
})
export type SharedDocument = z.infer<typeof SharedDocument>

/** List who else can read a document. */
export const DocumentGrant = z.object({
  id: z.string(),
  vaspDID: Did,
  name: z.string(),
  version: z.int(),
  grantedAt: Instant,
  expiresAt: Instant,
  /** Set when the approval of a request gave it. */
  requestId: z.nullable(z.string()),
})
export type DocumentGrant = z.infer<typeof DocumentGrant>

/** Stands in a log of downloads where the network looked at what was shown to it. */
export const networkReader = 'network'

/** Who downloaded a document. */
export const DocumentDownload = z.object({
  /** Its number in the log. */
  id: z.string(),
  at: Instant,
  vaspDID: z.union([Did, z.literal(networkReader)]),
  name: z.string(),
  email: z.nullable(z.string()),
  version: z.int(),
})
export type DocumentDownload = z.infer<typeof DocumentDownload>

const key = z.string().check(z.minLength(1), z.maxLength(600))

/** Where a file can be sent without passing through the server. */
const DirectUpload = z.object({
  /** Takes a PUT of exactly this file, with these headers. */
  url: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Names the upload when it is completed. */
  ticket: z.string(),
  /** Until when the file can be sent. */
  expiresAt: Instant,
})

const mediaTypes = Object.keys(documentMediaTypes) as (keyof typeof documentMediaTypes)[]
const uploads = canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' })

/** What can be changed of a document. */
export const DocumentChange = z.strictObject({
  title: z.optional(title),
  expiresOn: z.optional(z.nullable(day)),
})

/** A company's documents, and who may read them. */
export const document = {
  ticket: {
    method: 'GET',
    path: '/tf/vasps/upload/{did}',
    summary: 'Get an upload ticket, valid for ten minutes and one upload; nothing changes yet',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    query: z.object({
      documentType: DocumentType,
      /** Set to put a new version in the place of a document's present one. */
      documentId: z.optional(z.string().check(z.maxLength(64))),
    }),
    returns: {
      200: z.object({
        uploadUrl: z.string(),
        uploadFields: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    },
  },
  upload: {
    method: 'POST',
    path: '/tf/vasps/upload/{did}',
    summary: 'Upload a file as a form: the ticket’s fields, then the file',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    transaction: 'own',
    upload: documentBytes,
    body: z.strictObject({
      ticket: z.string().check(z.maxLength(2000)),
      title: z.optional(title),
      expiresOn: z.optional(day),
    }),
    returns: { 200: LibraryDocument },
  },
  startDirect: {
    method: 'POST',
    path: '/tf/vasps/{did}/direct-uploads',
    summary:
      'Get an address in the bucket for one large file; null where it goes through the server',
    access: uploads,
    transaction: 'own',
    body: z.strictObject({
      documentType: DocumentType,
      documentId: z.optional(z.string().check(z.maxLength(64))),
      fileName: z.string().check(z.minLength(1), z.maxLength(255)),
      mediaType: z.enum(mediaTypes),
      size: z.int().check(z.minimum(1), z.maximum(documentBytes)),
      /** The file's SHA-256 in hexadecimal: the bucket and the server take no other file. */
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
    returns: { 200: z.object({ upload: z.nullable(DirectUpload) }) },
  },
  completeDirect: {
    method: 'POST',
    path: '/tf/vasps/{did}/direct-uploads/complete',
    summary: 'Check a file that was sent to the bucket, and put it in the library',
    access: uploads,
    transaction: 'own',
    body: z.strictObject({
      ticket: z.string().check(z.maxLength(4000)),
      title: z.optional(title),
      expiresOn: z.optional(day),
    }),
    returns: { 200: LibraryDocument },
  },
  /** A PDF of another company has the reader’s name across its pages: its bytes and hash are not the original’s. */
  download: {
    method: 'GET',
    path: '/tf/vasps/download/{did}',
    summary: 'Download a company’s file; for its members and companies it is shared with',
    access: can('trustframework.getVASP'),
    download: true,
    query: z.object({
      s3URL: key,
      /** The company that reads; needed only to tell between several of the viewer's. */
      requestingVASPdid: z.optional(Did),
      /** Set for the file as it was uploaded, whose hash is listed. The owner's audit log tells it apart. */
      original: z.optional(z.literal('true')),
    }),
    returns: { 200: null },
  },
  /** Never the marked copy of a PDF, which the server makes: that is null unless the original is asked for. */
  directDownload: {
    method: 'POST',
    path: '/tf/vasps/{did}/direct-downloads',
    summary:
      'Get a short-lived address of a large file in the bucket; null where it comes through the server',
    access: can('trustframework.getVASP'),
    transaction: 'own',
    body: z.strictObject({
      s3URL: key,
      requestingVASPdid: z.optional(Did),
      original: z.optional(z.boolean()),
    }),
    returns: {
      200: z.object({ url: z.nullable(z.string()), expiresAt: z.nullable(Instant) }),
    },
  },
  delete: {
    method: 'DELETE',
    path: '/tf/vasps/document/delete/{did}',
    summary: 'Delete a document with all its versions and revoke all access',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    transaction: 'own',
    query: z.object({ s3URL: key }),
    returns: { 204: null },
  },
  list: {
    method: 'GET',
    path: '/tf/vasps/{did}/documents',
    summary: 'List the company’s own documents, newest first',
    access: canIn(readsRecords, 'did', { people: 'own' }),
    returns: { 200: z.object({ documents: z.array(LibraryDocument) }) },
  },
  update: {
    method: 'PATCH',
    path: '/tf/vasps/{did}/documents/{documentId}',
    summary: 'Rename a document or set its expiry date',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    body: DocumentChange,
    returns: { 200: LibraryDocument },
  },
  listGrants: {
    method: 'GET',
    path: '/tf/vasps/{did}/documents/{documentId}/grants',
    summary: 'List who else can read a document',
    access: canIn(readsRecords, 'did', { people: 'own' }),
    returns: { 200: z.object({ grants: z.array(DocumentGrant) }) },
  },
  share: {
    method: 'POST',
    path: '/tf/vasps/{did}/documents/{documentId}/grants',
    summary: 'Share the current version of a document with another company for a limited time',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    body: z.strictObject({ vaspDID: Did, expiresAt: Instant }),
    returns: { 200: DocumentGrant },
  },
  unshare: {
    method: 'DELETE',
    path: '/tf/vasps/{did}/documents/{documentId}/grants/{grantId}',
    summary: 'Revoke another company’s access immediately',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    returns: { 204: null },
  },
  listDownloads: {
    method: 'GET',
    path: '/tf/vasps/{did}/documents/{documentId}/downloads',
    summary: 'List a document’s downloads, newest first',
    access: canIn(readsRecords, 'did', { people: 'own' }),
    query: z.object({
      limit: z._default(WholeText(1, 100), 50),
      /** Opaque place in the list, from `next`. */
      cursor: z.optional(Cursor),
    }),
    returns: {
      200: z.object({ downloads: z.array(DocumentDownload), next: z.nullable(z.string()) }),
    },
  },
  listShared: {
    method: 'GET',
    path: '/tf/vasps/{did}/shared-documents',
    summary: 'List documents shared with this company; at most 200, newest first',
    access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
    query: z.object({ ownerDid: z.optional(Did) }),
    returns: { 200: z.object({ documents: z.array(SharedDocument) }) },
  },
} as const satisfies Contract[string]
