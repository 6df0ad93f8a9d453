import * as z from 'zod/mini'
import { ListOf, WholeText } from '../common.ts'
import { ReasonCode } from './reason.ts'
import { WaitsFor } from './status.ts'
import { TransactionRef } from './transfer.ts'

/** `true` or `false` in a query. */
export const Yes = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)
const Value = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,13})(\.[0-9]{1,4})?$/, 'Expected an amount such as 10000'))
const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a country code such as SG'))

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets have no name: PostgreSQL reads their signs the other way round.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** The days of a list begin and end in UTC unless a zone is named. */
export const dayFilters = {
  /** Days, inclusive. */
  start: z.optional(z.iso.date()),
  end: z.optional(z.iso.date()),
  /** A zone of the IANA database, such as `Asia/Singapore`. */
  zone: z._default(
    z.string().check(z.maxLength(60), z.refine(isZone, 'Expected a zone such as Asia/Singapore')),
    'UTC',
  ),
  /** What the days are of; the list is ordered by it too. */
  dateField: z._default(z.enum(['createdAt', 'updatedAt']), 'createdAt'),
}

/** What narrows a list further than direction, status, type, asset and counterparty. */
export const narrowing = {
  /** Countries of the counterparty. */
  jurisdictions: z.optional(ListOf(Country)),
  waitsFor: z.optional(WaitsFor),
  /** Whether something keeps an outgoing transfer from going on. */
  held: z.optional(Yes),
  /** Of the company's own currency. Transfers without a known price are left out. */
  minValue: z.optional(Value),
  maxValue: z.optional(Value),
  hasHash: z.optional(Yes),
  reason: z.optional(ListOf(ReasonCode)),
  /** The id of the rule that decided. */
  rule: z.optional(z.string().check(z.maxLength(60))),
  tag: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Exactly this destination or origin address. */
  wallet: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  transactionRef: z.optional(TransactionRef),
  /** The company's own reference of a customer. */
  customerRef: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
  /** Whether to list transfers with the simulator. Unless stated, the inbox has them and no other list does. */
  simulated: z.optional(Yes),
}

/** Where a page begins, besides a cursor. */
export const pageStart = {
  /** From 0; only the first 1,000 rows are reached so, further ones by `cursor`. */
  page: z.optional(WholeText(0, 1_000)),
  /** The page that begins here, in a list by time. */
  at: z.optional(z.iso.datetime()),
}
