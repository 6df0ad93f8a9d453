import type { Stripe } from 'stripe'
import { statusOf } from '../plan/index.ts'
import type { BillingProvider, Flow, Seen } from './provider.ts'
import { stripeEvents } from './stripe-events.ts'
import { stripeSales } from './stripe-sales.ts'
import { setUpStripe } from './stripe-setup.ts'
import { stripeUsage } from './stripe-usage.ts'
import { asking, longestMs, timeOf } from './upstream.ts'

/** How to reach Stripe. */
export type StripeOptions = {
  readonly apiKey: string
  /** Those that may sign: two while one replaces the other. */
  readonly webhookSecrets: readonly string[]
  /** Where the API is; Stripe’s own when absent. */
  readonly url?: string | undefined
  /** The name of the events that its meter counts. */
  readonly meter: string
  /** Milliseconds that a call may take. */
  readonly timeoutMs?: number | undefined
}

/** The version whose shapes we read. */
export const stripeVersion = '2026-10-28.endive'
const most = 24

/** Billing by Stripe, through its own library, which is loaded when it is first needed. */
export async function stripeProvider(options: StripeOptions): Promise<BillingProvider> {
  const { Stripe: Client } = await import('stripe')
  const url = new URL(options.url ?? 'https://api.stripe.com')
  const stripe = new Client(options.apiKey, {
    apiVersion: stripeVersion,
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    timeout: options.timeoutMs ?? longestMs,
    // With the same idempotency key, so that nothing is done twice.
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    name: 'stripe',
    // Never searched for: that index lags. The key makes a repeated call answer the first one’s customer.
    customer: ({ did, name }) =>
      asking(async () => {
        const { id } = await stripe.customers.create(
          { name, metadata: { vasp_did: did } },
          { idempotencyKey: `cust/${did}` },
        )
        return id
      }),
    snapshot: (customer) =>
      asking(async () => {
        const expand = ['data.latest_invoice']
        // Without a status, those that have ended are missing.
        const [subscriptions, invoices] = await Promise.all([
          stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand }),
          stripe.invoices.list({ customer, limit: most }),
        ])
        const open = invoices.data.find(({ status }) => status === 'open')
        return {
          subscriptions: subscriptions.data.map(seen),
          invoices: invoices.data.map((invoice) => ({
            id: invoice.id ?? '',
            issuedAt: new Date((invoice.effective_at ?? invoice.created) * 1000),
            dueAt: timeOf(invoice.due_date),
            status: invoice.status ?? 'draft',
            number: invoice.number,
            currency: invoice.currency?.toUpperCase() ?? null,
            totalMinor: invoice.total ?? null,
            dueMinor: invoice.amount_due ?? null,
          })),
          hostedPageUrl: open?.hosted_invoice_url ?? null,
        }
      }),
    portal: (customer, { returnUrl, flow }) =>
      asking(async () => {
        const flowData = flow && (await flowOf(stripe, customer, flow))
        const { url } = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          ...(flowData && { flow_data: flowData }),
        })
        return { url, endsAt: null }
      }),
    ...stripeSales(stripe, options.url),
    ...stripeUsage(stripe, options.meter),
    ...stripeEvents(stripe, options),
    setUp: (plans) => setUpStripe(stripe, options.meter, plans),
    customers: () =>
      asking(async () => {
        const found: { id: string; did: string | null }[] = []
        for await (const { id, metadata } of stripe.customers.list({ limit: 100 }))
          found.push({ id, did: metadata.vasp_did ?? null })
        return found
      }),
  }
}

/** What the portal opens with; its first page where there is nothing to cancel or change. */
async function flowOf(stripe: Stripe, customer: string, flow: Flow) {
  if (flow === 'payment_method') return { type: 'payment_method_update' as const }
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 })
  const [subscription] = data
  if (!subscription) return undefined
  return flow === 'cancel'
    ? {
        type: 'subscription_cancel' as const,
        subscription_cancel: { subscription: subscription.id },
      }
    : {
        type: 'subscription_update' as const,
        subscription_update: { subscription: subscription.id },
      }
}

function seen(subscription: Stripe.Subscription): Seen {
  // What is counted has an item of its own; the plan is the other one.
  const items = subscription.items.data
  const item = items.find(({ price }) => price.recurring?.usage_type !== 'metered') ?? items[0]
  const invoice = subscription.latest_invoice
  const unpaid =
    typeof invoice === 'object' && invoice?.status === 'open'
      ? (invoice.due_date ?? invoice.effective_at ?? invoice.created)
      : null
  return {
    id: subscription.id,
    status: statusOf('stripe', subscription.status),
    plan: item?.price.lookup_key ?? item?.price.id ?? '',
    // On the item since 2025-03, no longer on the subscription.
    periodStart: timeOf(item?.current_period_start),
    periodEnd: timeOf(item?.current_period_end),
    pastDueSince: timeOf(unpaid),
    endsAt: timeOf(subscription.cancel_at ?? subscription.ended_at),
    createdAt: new Date(subscription.created * 1000),
  }
}
