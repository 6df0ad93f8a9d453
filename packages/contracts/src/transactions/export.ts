import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { Filter } from './bulk.ts'
import { actsIn } from './own-operations.ts'
import { OpenReason } from './shapes.ts'

/** CSV: columns for a spreadsheet. JSONL: one transfer a line, as `/tx/list` has it. */
export const exportFormats = ['CSV', 'JSONL'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** PENDING: a second person must agree. EXPIRED: the file is gone, seven days after it was ready. FAILED, CANCELLED: nothing was kept. */
export const exportStates = [
  'PENDING',
  'WAITING',
  'RUNNING',
  'READY',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as const
export const ExportState = z.enum(exportStates)
export type ExportState = z.infer<typeof ExportState>

/** How many exports of a company may be under way. */
export const openExports = 5

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A time zone by its IANA name, such as `Asia/Singapore`. */
const Zone = Line(64).check(z.refine(isZone, 'No such time zone'))

/** transfers: those that a filter leaves. person: all that is kept of those that a person asked about. */
export const ExportKind = z.enum(['transfers', 'person'])
export type ExportKind = z.infer<typeof ExportKind>

/** A file of transfers, made in the background. */
export const ExportRequest = z.object({
  id: z.string(),
  kind: ExportKind,
  state: ExportState,
  format: ExportFormat,
  /** Of the times in a CSV file. */
  zone: z.string(),
  /** As it was asked for. Null once the export is over and its file is gone. */
  filter: z.nullable(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  hasPersonalData: z.boolean(),
  /** Transfers that were created later are left out. */
  asOf: Instant,
  /** Transfers written, of how many; null: not counted yet. */
  done: Whole(),
  total: z.nullable(Whole()),
  /** The SHA-256 of the file, in hexadecimal digits, once it is ready. */
  sha256: z.nullable(z.string()),
  /** The name is null once they have left. */
  requestedBy: z.object({ did: z.string(), name: z.nullable(z.string()) }),
  createdAt: Instant,
  /** When the file goes. */
  expiresAt: z.nullable(Instant),
})
export type ExportRequest = z.infer<typeof ExportRequest>

const company = { vaspDID: z.optional(Did) }
const reads = actsIn('transactions.export-requests.read')
const creates = actsIn('transactions.export-requests.create')

/** Files of a company's transfers. Base path `/api`. */
export const exportRequests = {
  create: {
    method: 'POST',
    path: '/v1/transactions/export-requests',
    summary: 'Request a file of the transfers that match a filter',
    access: creates,
    body: z.strictObject({
      ...company,
      /** All transfers when absent. */
      filter: z.optional(Filter),
      format: z._default(ExportFormat, 'CSV'),
      zone: z._default(Zone, 'UTC'),
      /** Opens what the company may open; takes `transactions.autoDecryption` and a reason. */
      includePersonalData: z._default(z.boolean(), false),
      reason: z.optional(z.strictObject({ code: OpenReason, comment: z.optional(Line(500)) })),
    }),
    returns: { 201: ExportRequest },
  },
  list: {
    method: 'GET',
    path: '/v1/transactions/export-requests',
    summary: 'List the newest exports of the company',
    access: reads,
    query: z.object(company),
    /** At most 50. */
    returns: { 200: z.object({ exports: z.array(ExportRequest) }) },
  },
  get: {
    method: 'GET',
    path: '/v1/transactions/export-requests/{exportId}',
    summary: 'Get an export with its progress',
    access: reads,
    query: z.object(company),
    returns: { 200: ExportRequest },
  },
  download: {
    method: 'GET',
    path: '/v1/transactions/export-requests/{exportId}/download',
    summary: 'Download the file of an export',
    access: reads,
    transaction: 'own',
    download: true,
    query: z.object(company),
    returns: { 200: null },
  },
  agree: {
    method: 'POST',
    path: '/v1/transactions/export-requests/{exportId}/agree',
    summary: 'Agree to an export of personal data, as a second person',
    access: actsIn('transactions.autoDecryption'),
    query: z.object(company),
    returns: { 200: ExportRequest },
  },
  cancel: {
    method: 'POST',
    path: '/v1/transactions/export-requests/{exportId}/cancel',
    summary: 'Cancel an export and delete what was written',
    access: creates,
    query: z.object(company),
    returns: { 200: ExportRequest },
  },
} as const satisfies Contract[string]
