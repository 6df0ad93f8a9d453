import * as z from 'zod/mini'
import { Cursor, Did, Instant, Whole, WholeText } from '../common.ts'
import { type Contract, can } from '../operation.ts'
import { billingProviders, LimitState, subscriptionStatuses } from './subscription.ts'
import { Day } from './usage.ts'

/** A company that pays or that has sent something, as the network’s operator sees it. */
export const BilledCompany = z.object({
  did: Did,
  name: z.string(),
  plan: z.string(),
  status: z.enum(subscriptionStatuses),
  access: z.enum(['full', 'grace', 'sunrise']),
  /** When the oldest unpaid invoice was due. */
  past_due_since: z.nullable(Instant),
  grace_ends_at: z.nullable(Instant),
  period: z.nullable(z.object({ start: Instant, end: Instant })),
  /** Null, as is the customer, for a company on the free plan that never opened the portal. */
  provider: z.nullable(z.enum(billingProviders)),
  customer_id: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
  /** Chargeable transfers in the calendar month (UTC), which the limit is for. */
  used: Whole(),
  limit: z.nullable(Whole()),
  limit_state: LimitState,
  /** Units that the provider has still to be told. */
  untracked: Whole(),
  /** Open differences. */
  drifts: Whole(),
  as_of: z.nullable(Instant),
})
export type BilledCompany = z.infer<typeof BilledCompany>

/** The kinds of difference between us and the provider. */
export const driftKinds = [
  ...(['snapshot', 'usage_low', 'usage_high', 'several_subscriptions', 'unknown_plan'] as const),
  ...(['too_old', 'ledger', 'late_usage', 'usage_rejected', 'entitlement'] as const),
  ...(['unknown_customer', 'duplicate_customer'] as const),
] as const

/** A difference between us and the provider. */
export const Drift = z.object({
  id: z.string(),
  kind: z.enum(driftKinds),
  /** Null for a customer who isn’t one of ours. */
  did: z.nullable(Did),
  name: z.nullable(z.string()),
  /** The provider’s own ID, where the difference is about a customer. */
  customer_id: z.nullable(z.string()),
  day: z.nullable(Day),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  first_seen_at: Instant,
  last_seen_at: Instant,
  action: z.nullable(z.enum(['resent', 'followed', 'booked', 'accepted', 'ignored', 'gone'])),
  /** Who decided: a person’s DID, or `system`. */
  decided_by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  closed_at: z.nullable(Instant),
})
export type Drift = z.infer<typeof Drift>

/** One comparison with the provider. */
export const Reconciliation = z.object({
  id: z.string(),
  /** One company, or null for all. */
  did: z.nullable(Did),
  asked_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  customers: Whole(),
  compared_days: Whole(),
  drifts: Whole(),
  failed: Whole(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

const PerPage = z._default(WholeText(1, 100), 25)

/** What the network’s operator does about billing. Base path `/api`. */
export const reconciliation = {
  subscriptions: {
    method: 'GET',
    path: '/v1/billing/subscriptions',
    summary: 'List what companies pay for and use, late payments first',
    access: can('trustframework.tfUpdate'),
    query: z.object({
      /** A part of a company’s name, or its DID. */
      q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      status: z.optional(z.enum(subscriptionStatuses)),
      cursor: z.optional(Cursor),
      per_page: PerPage,
    }),
    returns: { 200: z.object({ data: z.array(BilledCompany), next: z.nullable(z.string()) }) },
  },
  drift: {
    method: 'GET',
    path: '/v1/billing/drift',
    summary: 'List differences between us and the billing provider, and the newest comparisons',
    access: can('trustframework.tfUpdate'),
    query: z.object({
      state: z._default(z.enum(['open', 'closed']), 'open'),
      cursor: z.optional(Cursor),
      per_page: PerPage,
    }),
    returns: {
      200: z.object({
        /** The newest ten. */
        runs: z.array(Reconciliation),
        open: Whole(),
        data: z.array(Drift),
        next: z.nullable(z.string()),
      }),
    },
  },
  difference: {
    method: 'GET',
    path: '/v1/billing/drift/{driftId}',
    summary: 'Get one difference',
    access: can('trustframework.tfUpdate'),
    returns: { 200: Drift },
  },
  decide: {
    method: 'POST',
    path: '/v1/billing/drift/{driftId}',
    summary: 'Resend a day’s usage, accept the provider’s value, or ignore the difference',
    access: can('trustframework.tfUpdate'),
    body: z.strictObject({
      action: z.enum(['resend', 'accept', 'ignore']),
      /** Needed to accept or ignore. */
      reason: z.optional(z.string().check(z.trim(), z.minLength(10), z.maxLength(500))),
    }),
    returns: { 200: Drift },
  },
  /** 409 while a comparison of the same waits or runs. */
  reconcile: {
    method: 'POST',
    path: '/v1/billing/reconcile',
    summary: 'Compare with the billing provider now: one company, or all',
    access: can('trustframework.tfUpdate'),
    body: z.strictObject({ did: z.optional(Did) }),
    returns: { 200: Reconciliation },
  },
} as const satisfies Contract[string]
