import * as z from 'zod/mini'
import { Cursor, Instant, Whole, WholeText } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { CostPreview, Minor, Plan } from './plan.ts'

/** A day of the calendar in UTC, e.g. `2026-11-25`. */
export const Day = z.iso.date().check(z.refine((text) => !text.startsWith('0000')))

/** The longest span of days that one answer covers. */
export const maxUsageDays = 400

/** Chargeable transfers day by day, or month by month. */
export const Usage = z.object({
  rows: z.array(
    z.object({
      /** The first day. */
      start: Day,
      units: Whole(),
      /** How many of them the provider knows of; without a provider, all. */
      reported: Whole(),
      /**
       * Whose they are, where they were asked for by company: a DID. By asset, its symbol; null for corrections, and
       * for those from before symbols were kept.
       */
      by: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
    }),
  ),
  totals: z.object({ units: Whole(), reported: Whole() }),
  /** What was asked for, with the defaults: `to` is not part of it. */
  period: z.object({ from: Day, to: Day }),
})
export type Usage = z.infer<typeof Usage>

/** One entry of the ledger. */
export const UsageEntry = z.object({
  /** The transfer’s own ID. */
  id: z.string(),
  kind: z.enum(['transfer', 'correction']),
  at: Instant,
  units: z.int(),
  plan: z.string(),
  /** Counts for the bill; under the free plan, for the limits alone. */
  billable: z.boolean(),
  /** The day that it is billed on; null until it is counted. */
  booked_on: z.nullable(Day),
  /** Its own day was closed, so it is billed on a later one. */
  late: z.boolean(),
})
export type UsageEntry = z.infer<typeof UsageEntry>

/** An invoice, with its amounts as far as the provider gave them. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  date: Instant,
  due_date: z.nullable(Instant),
  status: z.string(),
  currency: z.nullable(z.string()),
  total_minor: z.nullable(Minor),
  amount_due_minor: z.nullable(Minor),
})
export type Invoice = z.infer<typeof Invoice>

const PerPage = z._default(WholeText(1, 100), 50)

/** What a company has used. Base path `/api`. */
export const usage = {
  get: {
    method: 'GET',
    path: '/v1/vasps/{vaspDID}/usage',
    summary: 'Get a company’s chargeable transfers by day or month, and by company or asset',
    access: canIn('payment.subscriptionInfo', 'vaspDID', { people: 'inside' }),
    /** This month when absent; 400 days at the most. */
    query: z.object({
      from: z.optional(Day),
      to: z.optional(Day),
      window: z._default(z.enum(['day', 'month']), 'day'),
      /** With `company`, of all companies that this one pays for, each by itself; with `asset`, by what was sent. */
      by: z.optional(z.enum(['company', 'asset'])),
    }),
    returns: { 200: Usage },
  },
  transfers: {
    method: 'GET',
    path: '/v1/vasps/{vaspDID}/usage/transfers',
    summary: 'List what a company’s usage consists of, newest first',
    access: canIn('payments.billing-customers.read', 'vaspDID', { people: 'inside' }),
    query: z.object({
      from: z.optional(Day),
      to: z.optional(Day),
      cursor: z.optional(Cursor),
      per_page: PerPage,
    }),
    returns: { 200: z.object({ data: z.array(UsageEntry), next: z.nullable(z.string()) }) },
  },
  plans: {
    method: 'GET',
    path: '/v1/billing/plans',
    summary: 'List the plans that this deployment offers',
    access: 'viewer',
    returns: { 200: z.object({ plans: z.array(Plan) }) },
  },
  costPreview: {
    method: 'POST',
    path: '/v1/vasps/{vaspDID}/cost-preview',
    summary: 'Estimate the cost of a period, for a number of transfers or another plan',
    access: canIn('payment.subscriptionInfo', 'vaspDID', { people: 'inside' }),
    // A provider is called, and no transaction waits for it.
    transaction: 'own',
    body: z.strictObject({
      units: z.optional(Whole().check(z.maximum(10_000_000))),
      plan: z.optional(z.string().check(z.maxLength(40))),
    }),
    returns: { 200: CostPreview },
  },
} as const satisfies Contract[string]

/** What a company is billed. Base path `/api`. */
export const invoice = {
  list: {
    method: 'GET',
    path: '/v1/vasps/{vaspDID}/invoices',
    summary: 'List a company’s newest invoices',
    access: canIn('payments.billing-customers.read', 'vaspDID', { people: 'inside' }),
    returns: { 200: z.object({ data: z.array(Invoice) }) },
  },
  link: {
    method: 'POST',
    path: '/v1/vasps/{vaspDID}/invoices/{invoiceId}/link',
    summary: 'Get a link to an invoice at the billing provider, good for a few minutes',
    access: canIn('payments.billing-customers.read', 'vaspDID', { people: 'inside' }),
    // A provider is called, and no transaction waits for it.
    transaction: 'own',
    returns: { 200: z.object({ url: z.string() }) },
  },
} as const satisfies Contract[string]
