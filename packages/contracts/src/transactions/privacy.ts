import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { actsIn } from './own-operations.ts'

/** COPY: a file of what is kept. ERASURE: of what the law doesn't want kept any longer, now and as its days come. */
export const privacyKinds = ['COPY', 'ERASURE'] as const
export const PrivacyKind = z.enum(privacyKinds)
export type PrivacyKind = z.infer<typeof PrivacyKind>

/** OPEN: not all is done. DONE, CANCELLED: over; a copy that failed counts as cancelled. */
export const privacyStates = ['OPEN', 'DONE', 'CANCELLED'] as const
export const PrivacyState = z.enum(privacyStates)
export type PrivacyState = z.infer<typeof PrivacyState>

/** How many transfers one request is about at the most. */
export const privacyLimit = 1_000

/** What a person asked about the data that a company keeps of them. */
export const PrivacyRequest = z.object({
  id: z.string(),
  kind: PrivacyKind,
  state: PrivacyState,
  reason: z.string(),
  /** The transfers that the person is in. */
  transfers: Whole(),
  /** Of them, those whose data the company has erased. */
  erased: Whole(),
  /** Those that a legal hold keeps, and those that go on. */
  held: Whole(),
  open: Whole(),
  /** Until when the law keeps the others; null: there are none, or nobody can know. */
  keptUntil: z.nullable(Instant),
  /** The export with the copy. */
  exportId: z.nullable(z.string()),
  /** The name is null once they have left. */
  requestedBy: z.object({ did: z.string(), name: z.nullable(z.string()) }),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

const company = { vaspDID: z.optional(Did) }
const acts = actsIn('transactions.autoDecryption')

/** What people ask about their data. Base path `/api`. */
export const privacyRequests = {
  create: {
    method: 'POST',
    path: '/v1/transactions/privacy-requests',
    summary: 'Copy or erase the data the company holds about a person',
    access: acts,
    bodyLimit: 64 * 1024,
    body: z.strictObject({
      ...company,
      kind: PrivacyKind,
      /** The transfers that the person is in. */
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(privacyLimit)),
      /** Such as the number of the person’s letter. Sealed. */
      reason: Line(500),
    }),
    returns: { 201: PrivacyRequest },
  },
  list: {
    method: 'GET',
    path: '/v1/transactions/privacy-requests',
    summary: 'List the newest requests of people about their data',
    access: acts,
    query: z.object(company),
    /** At most 50. */
    returns: { 200: z.object({ requests: z.array(PrivacyRequest) }) },
  },
  cancel: {
    method: 'POST',
    path: '/v1/transactions/privacy-requests/{requestId}/cancel',
    summary: 'Cancel a request; what is erased stays erased',
    access: acts,
    query: z.object(company),
    returns: { 200: PrivacyRequest },
  },
} as const satisfies Contract[string]
