import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'

/** How many transfers one call puts under a legal hold, or releases. */
export const holdLimit = 100

const company = { vaspDID: z.optional(Did) }
const holds = canIn('settings.updateSettings', 'vaspDID', { people: 'own', sole: true })

/** A legal hold: until the end of its last day the company's data of a transfer isn't erased. */
export const LegalHold = z.object({
  transactionId: z.uuid(),
  /** Its last day, in UTC. */
  until: z.iso.date(),
  reason: z.string(),
  /** The name is null once they have left. */
  by: z.object({ did: z.string(), name: z.nullable(z.string()) }),
  at: Instant,
})
export type LegalHold = z.infer<typeof LegalHold>

/** What a company keeps of its transfers, and for how long. */
export const RetentionSummary = z.object({
  /** The country whose law applies; null: not known. */
  country: z.nullable(z.string()),
  /** For how many years that law wants records kept. */
  lawYears: Whole(1),
  /** For how many days the company's settings do. The longer period counts. */
  retentionDays: Whole(1),
  /** Transfers whose data will be erased, by month. */
  due: z.array(
    z.object({
      /** Its first day. */
      month: z.iso.date(),
      /** At most 10,000 are counted. */
      count: Whole(),
      countIsLowerBound: z.boolean(),
    }),
  ),
  /** Transfers that are under a legal hold. */
  held: Whole(),
})
export type RetentionSummary = z.infer<typeof RetentionSummary>

/** How long data of transfers is kept, and what keeps it longer. Base path `/api`. */
export const retention = {
  summary: {
    method: 'GET',
    path: '/v1/transactions/retention/{vaspDID}',
    summary: 'Get how long a company keeps its transfers, and what will be erased when',
    access: canIn('settings.viewSettings', 'vaspDID', { people: 'own' }),
    returns: { 200: RetentionSummary },
  },
  holds: {
    method: 'GET',
    path: '/tx/hold',
    summary: 'List the legal holds that are in force',
    access: holds,
    query: z.object({ ...company, cursor: z.optional(Cursor) }),
    /** At most 50, the newest first. */
    returns: { 200: z.object({ holds: z.array(LegalHold), next: z.nullable(z.string()) }) },
  },
  hold: {
    method: 'POST',
    path: '/tx/hold',
    summary: 'Put transfers under a legal hold, or release them',
    access: holds,
    body: z.strictObject({
      ...company,
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(holdLimit)),
      /** The last day of the hold; null: release them. */
      until: z.nullable(z.iso.date()),
      reason: Line(500),
    }),
    returns: { 200: z.object({ ids: z.array(z.uuid()) }) },
  },
} as const satisfies Contract[string]
