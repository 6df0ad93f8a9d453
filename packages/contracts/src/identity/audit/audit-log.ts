import * as z from 'zod/mini'
import { Cursor, Instant, WholeText } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'
import { readsRecords } from '../../permission.ts'

/** The chain of what belongs to no company; it is for the internal admin. */
export const networkChain = 'network'

const word = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(256)))

/** Which rows, and where in the list. */
export const AuditQuery = z.object({
  /** The DID of a person, `client:ID` of a machine, or `system`. */
  actor: word,
  /** An action such as `vasp.update`, or a group of them such as `vasp`. */
  action: word,
  /** The id of what it was done to. */
  object: word,
  from: z.optional(Instant),
  to: z.optional(Instant),
  /** Page size. */
  per_page: z._default(WholeText(1, 200), 50),
  /** Opaque place in the list, from `pagination.next` or `pagination.previous`. */
  cursor: z.optional(Cursor),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** One thing that was done. */
export const AuditRow = z.object({
  /** Its place in the chain, from 1 without gaps. */
  number: z.int(),
  at: Instant,
  actor: z.string(),
  action: z.string(),
  object: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  requestId: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** A page of a chain, newest first. */
export const AuditPage = z.object({
  entries: z.array(AuditRow),
  /** DID to name of the people and companies on the page that the viewer may see. */
  names: z.record(z.string(), z.string()),
  pagination: z.object({
    per_page: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  }),
})

/** What checking a chain found. */
export const AuditVerification = z.object({
  verifiedAt: Instant,
  /** How many rows the chain has. */
  rows: z.int(),
  /** The hash of its end, in hexadecimal, to be kept elsewhere. */
  head: z.nullable(z.string()),
  /** The first row that is not as it was written, or is missing; null when all is well. */
  firstBad: z.nullable(
    z.object({ number: z.int(), problem: z.enum(['altered', 'missing', 'unlinked', 'cut off']) }),
  ),
})
export type AuditVerification = z.infer<typeof AuditVerification>

/** What was done in a company; `network` in place of the DID is the network's own chain. */
export const auditLog = {
  list: {
    method: 'GET',
    path: '/v1/vasps/{did}/audit',
    summary: 'List a company’s activity, newest first',
    access: canIn(readsRecords, 'did'),
    query: AuditQuery,
    returns: { 200: AuditPage },
  },
  verify: {
    method: 'GET',
    path: '/v1/vasps/{did}/audit/verification',
    summary: 'Verify a company’s audit chain',
    access: canIn(readsRecords, 'did'),
    returns: { 200: AuditVerification },
  },
} as const satisfies Contract[string]
