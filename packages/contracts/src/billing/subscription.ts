import * as z from 'zod/mini'
import { Did, Email, Instant, Line, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { countedThings } from './coverage.ts'

/** The specification's ten statuses, and none. */
export const subscriptionStatuses = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled'] as const),
  ...(['unpaid', 'future', 'paused', 'in_trial', 'none'] as const),
] as const

/** Who may take the money; `demo` takes none. */
export const billingProviders = ['stripe', 'chargebee', 'demo'] as const

/** Subscription of a company, as both of its calls return it. Names are the specification's. */
export const Subscription = z.object({
  did: Did,
  /** The provider's own ID of whoever pays. */
  customer_id: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
  /** Chargeable transfers in the period that the provider knows of; without a provider, all. */
  current_billing_period_usage: Whole(),
  subscription_type: z.enum(['PAYING', 'SUNRISE']),
  subscription_status: z.enum(subscriptionStatuses),
  /** Who takes the money in this deployment, whether or not the company is a customer yet. */
  provider: z.nullable(z.enum(billingProviders)),
  /** Only where it was asked for and the company is a customer. */
  portal_session_url: z.optional(z.string()),
  /** Why there is no link although one was asked for: the name of an error, `PaymentNoCustomerError` among them. */
  portal_session_error: z.optional(z.string()),
  invoice_info: z.object({
    invoices: z.array(
      z.object({ date: Instant, due_date: z.nullable(Instant), status: z.string() }),
    ),
    hosted_page_url: z.nullable(z.string()),
  }),
  plan: z.string(),
  billing_customer_did: Did,
  /** Chargeable transfers in the period that the provider does not know of yet. */
  untracked_usage_in_period: Whole(),
  period: z.nullable(z.object({ start: Instant, end: Instant })),
  access: z.enum(['full', 'grace', 'sunrise']),
  grace_ends_at: z.nullable(Instant),
  as_of: Instant,
  stale: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const text = (max: number) => z.nullable(Line(max))

/** What a company enters of who is billed. Names are ours: the specification gives none. */
export const BillingEntityIn = z.strictObject({
  legal_name: Line(200),
  email: z.nullable(Email()),
  contact_name: text(200),
  phone: text(40),
  address: z.nullable(
    z.strictObject({
      line1: text(200),
      line2: text(200),
      city: text(100),
      region: text(100),
      postal_code: text(20),
      /** ISO 3166-1 alpha-2 */
      country: z.nullable(
        z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected two letters such as MT')),
      ),
    }),
  ),
  tax_id: z.nullable(
    z.strictObject({
      /** The provider’s word for its kind, such as `eu_vat`. */
      type: z.string().check(z.regex(/^[a-z]{2}_[a-z_]{2,20}$/, 'Expected a kind such as eu_vat')),
      value: Line(40),
    }),
  ),
  purchase_order: text(100),
})
export type BillingEntityIn = z.infer<typeof BillingEntityIn>

/** Who is billed, and where. Names are ours: the specification gives none. */
export const BillingEntity = z.object({
  vasp_did: Did,
  billing_customer_did: Did,
  /** Another company of the group pays. */
  inherited: z.boolean(),
  payer_name: z.string(),
  legal_name: z.string(),
  email: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      line1: z.nullable(z.string()),
      line2: z.nullable(z.string()),
      city: z.nullable(z.string()),
      region: z.nullable(z.string()),
      postal_code: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
  tax_id: z.nullable(z.object({ type: z.string(), value: z.string(), status: z.string() })),
  purchase_order: z.nullable(z.string()),
  currency: z.string(),
  provider: z.nullable(z.enum(billingProviders)),
  /** Whether the provider has what was entered last; null where nothing was entered. */
  provider_state: z.nullable(z.enum(['saved', 'sent'])),
  /** The group’s parent, which could pay as well. */
  group_payer: z.nullable(z.object({ did: Did, name: z.string() })),
  /** Who pays from a later day on, where that has been changed. */
  next_payer: z.nullable(z.object({ did: Did, since: z.iso.date() })),
  /** A change of who pays that waits until a second person names the same payer. */
  pending_payer: z.nullable(
    z.object({
      did: Did,
      by: z.object({ did: z.string(), name: z.nullable(z.string()) }),
      at: Instant,
      /** It is forgotten then. */
      until: Instant,
    }),
  ),
  /** Nothing is stored yet: this follows from the company’s profile. */
  proposed: z.boolean(),
  editable: z.boolean(),
  updated_at: z.nullable(Instant),
})
export type BillingEntity = z.infer<typeof BillingEntity>

/** How close a use is to its limit: `near` from 80 % on. */
export const LimitState = z.enum(['ok', 'near', 'reached'])

/** What a plan allows, and how much of it is used. */
export const Limits = z.object({
  plan: z.string(),
  /** How many companies share the limits: those of one payer. */
  companies: Whole(1),
  limits: z.array(
    z.object({
      /**
       * Chargeable transfers, and questionnaires requested of others, in the calendar month (UTC); the rest is what
       * the company has now.
       */
      key: z.enum(['outgoing_sent', 'ddq_requests', ...countedThings]),
      used: Whole(),
      /** Null for as many as one likes. */
      limit: z.nullable(Whole()),
      state: LimitState,
      /** Null for what is counted now. */
      reached_at: z.nullable(Instant),
      resets_at: z.nullable(Instant),
    }),
  ),
})
export type Limits = z.infer<typeof Limits>

/** What the provider’s portal can open with. */
export const portalFlows = ['payment_method', 'cancel', 'update'] as const

/** What a company pays for and uses. Base path `/api`. */
export const subscription = {
  get: {
    method: 'GET',
    path: '/v1/vasps/{vaspDID}/subscriptions',
    summary: 'Get a company’s subscription and its usage',
    access: canIn('payment.subscriptionInfo', 'vaspDID', { people: 'inside' }),
    returns: { 200: Subscription },
  },
  customer: {
    method: 'GET',
    path: '/v1/billing-customers/{did}',
    summary: 'Get the subscription of the company that pays, with a link to the provider’s portal',
    access: canIn('payments.billing-customers.read', 'did', { people: 'inside' }),
    // A provider is called, and no transaction waits for it.
    transaction: 'own',
    query: z.object({ include_portal_session: z.optional(z.enum(['true', 'false'])) }),
    returns: { 200: Subscription },
  },
  /**
   * A company becomes a customer of the provider with its first link. 501 where no provider is configured,
   * 502 or 503 while the provider fails.
   */
  openPortal: {
    method: 'POST',
    path: '/v1/vasps/{vaspDID}/portal-session',
    summary: 'Get a link to the billing provider’s portal, good for a few minutes',
    access: canIn('payments.subscriptions.update', 'vaspDID', { people: 'inside' }),
    // A provider is called, and no transaction waits for it.
    transaction: 'own',
    body: z.strictObject({
      /** Where in Countersign the portal leads back to: a path, `/` without it. */
      return_path: z.optional(
        z.string().check(z.maxLength(200), z.regex(/^\/([!-.0-[\]-~][!-~]*)?$/)),
      ),
      /** What the portal opens with, where the provider can; its first page without. */
      flow: z.optional(z.enum(portalFlows)),
    }),
    returns: {
      200: z.object({
        url: z.string(),
        /** When the link ends at the latest. */
        expires_at: Instant,
      }),
    },
  },
  /** 409 `AlreadySubscribed` where a subscription is in use: it is changed in the portal. */
  checkout: {
    method: 'POST',
    path: '/v1/vasps/{vaspDID}/checkout',
    summary: 'Get a link to the provider’s page where a company subscribes to a plan',
    access: canIn('payments.subscriptions.create', 'vaspDID', { people: 'inside' }),
    // A provider is called, and no transaction waits for it.
    transaction: 'own',
    body: z.strictObject({ plan: z.string().check(z.maxLength(40)) }),
    returns: { 200: z.object({ url: z.string() }) },
  },
  limits: {
    method: 'GET',
    path: '/v1/vasps/{vaspDID}/limits',
    summary: 'Get the limits of a company’s plan and what its payer’s companies use of them',
    access: canIn('payment.subscriptionInfo', 'vaspDID', { people: 'inside' }),
    // The webhook service is asked, and no transaction waits for it.
    transaction: 'own',
    returns: { 200: Limits },
  },
  entity: {
    method: 'GET',
    path: '/tf/vasps/{vaspId}/billing/entity',
    summary: 'Get who is billed for a company',
    access: canIn('payment.subscriptionInfo', 'vaspId', { people: 'inside' }),
    returns: { 200: BillingEntity },
  },
  /** The provider is told within seconds, or once it can be reached again. 409 where another company pays. */
  setEntity: {
    method: 'PUT',
    path: '/tf/vasps/{vaspId}/billing/entity',
    summary: 'Set who is billed for a company',
    access: canIn('payments.subscriptions.update', 'vaspId', { people: 'inside' }),
    body: BillingEntityIn,
    returns: { 200: BillingEntity },
  },
  /**
   * Needs the same permission in the company that is going to pay: itself, or its group’s parent. Where one of the
   * companies wants two people for it, the change waits a day (202) until a second person calls the same; naming
   * who pays anyway withdraws it. 403 `SecondPersonNeededError` for whoever asked first.
   */
  setPayer: {
    method: 'PUT',
    path: '/v1/vasps/{vaspDID}/payer',
    summary: 'Set who pays for a company, from tomorrow on',
    access: canIn('payments.subscriptions.update', 'vaspDID', { people: 'inside' }),
    // Two companies are asked, each in a transaction of its own.
    transaction: 'own',
    body: z.strictObject({ billing_customer_did: Did }),
    returns: { 200: BillingEntity, 202: BillingEntity },
  },
} as const satisfies Contract[string]
