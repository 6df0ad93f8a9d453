import * as z from 'zod/mini'
import { Did, Instant, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { actsIn } from './own-operations.ts'

/** How large a file of addresses or customers may be, in bytes. */
export const uploadBytes = 64 * 1_048_576
/** How many lines it may have. */
export const uploadLines = 1_000_000
/** For how many days after an upload its rejected lines are kept. */
export const rejectedDays = 30

/** What a file has. */
export const uploadKinds = ['ADDRESSES', 'CUSTOMERS'] as const
export const UploadKind = z.enum(uploadKinds)
export type UploadKind = z.infer<typeof UploadKind>

/** ADD leaves alone what the file doesn't name. REPLACE removes it. */
export const UploadMode = z.enum(['ADD', 'REPLACE'])
export type UploadMode = z.infer<typeof UploadMode>

/**
 * READING: its lines are being checked. READY: a preview, nothing is changed. RUNNING, DONE. CANCELLED: what was done
 * until then stays done.
 */
export const uploadStates = ['READING', 'READY', 'RUNNING', 'DONE', 'CANCELLED'] as const
export const UploadState = z.enum(uploadStates)

/** A file of addresses or customers, and what becomes of its lines. */
export const Upload = z.object({
  id: z.string(),
  kind: UploadKind,
  mode: UploadMode,
  fileName: z.string(),
  state: UploadState,
  counts: z.object({
    new: Whole(),
    changed: Whole(),
    /** As they are already, and lines that say the same again. */
    unchanged: Whole(),
    /** What REPLACE removes, as it isn't in the file. */
    removed: Whole(),
    rejected: Whole(),
  }),
  /** How many of those that are new, changed or removed are done. */
  done: Whole(),
  /** The name is null once they have left. */
  by: z.object({ did: z.string(), name: z.nullable(z.string()) }),
  createdAt: Instant,
  confirmedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Until when the rejected lines can be downloaded: 30 days after the upload. Null once they are deleted. */
  rejectedUntil: z.nullable(Instant),
})
export type Upload = z.infer<typeof Upload>

const company = { vaspDID: z.optional(Did) }

/** Files of addresses and customers: previewed, confirmed, then taken in by the background. Base path `/api`. */
export const uploads = {
  customers: {
    method: 'POST',
    path: '/customer-lists/{vaspDID}',
    limit: 'import',
    summary:
      'Read a file of customers, CSV or JSON objects by line, and preview what it would change',
    access: canIn('auth.newCustomer', 'vaspDID', { people: 'own' }),
    transaction: 'own',
    upload: uploadBytes,
    body: z.strictObject({ mode: z._default(UploadMode, 'ADD') }),
    returns: { 202: Upload },
  },
  list: {
    method: 'GET',
    path: '/uploads',
    summary: 'List the newest uploads of addresses or customers',
    access: actsIn('auth.newCustomer'),
    query: z.object({ ...company, kind: UploadKind }),
    /** At most 20. */
    returns: { 200: z.object({ uploads: z.array(Upload) }) },
  },
  get: {
    method: 'GET',
    path: '/uploads/{uploadId}',
    summary: 'Get an upload and its progress',
    access: actsIn('auth.newCustomer'),
    query: z.object(company),
    returns: { 200: Upload },
  },
  rejected: {
    method: 'GET',
    path: '/uploads/{uploadId}/rejected',
    summary: 'Download the numbers of the rejected lines with the reasons, as CSV',
    access: actsIn('auth.newCustomer'),
    transaction: 'own',
    query: z.object(company),
    download: true,
    returns: { 200: null },
  },
  confirm: {
    method: 'POST',
    path: '/uploads/{uploadId}/confirm',
    summary: 'Apply a previewed upload; people only',
    access: actsIn('auth.newCustomer'),
    query: z.object(company),
    returns: { 202: Upload },
  },
  cancel: {
    method: 'POST',
    path: '/uploads/{uploadId}/cancel',
    summary: 'Cancel an upload; what is done stays done',
    access: actsIn('auth.newCustomer'),
    query: z.object(company),
    returns: { 200: Upload },
  },
} as const satisfies Contract[string]
