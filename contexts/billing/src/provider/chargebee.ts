import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '@countersign/kit/errors'
import type { Subscription } from 'chargebee'
import * as z from 'zod/mini'
import { statusOf } from '../plan/index.ts'
import { chargebeeSales } from './chargebee-sales.ts'
import { setUpChargebee } from './chargebee-setup.ts'
import { chargebeeUsage } from './chargebee-usage.ts'
import type { BillingProvider, ProviderEvent, Seen } from './provider.ts'
import { asking, longestMs, timeOf } from './upstream.ts'

/** How to reach Chargebee. */
export type ChargebeeOptions = {
  readonly site: string
  readonly apiKey: string
  /** Who may call us, as `user:password`: two while one replaces the other. */
  readonly webhookLogins: readonly string[]
  /** Where the API is; Chargebee’s own when absent. */
  readonly url?: string | undefined
  /** The item price that transfers are counted for. */
  readonly usagePrice: string
  /** Milliseconds that a call may take. */
  readonly timeoutMs?: number | undefined
}

const most = 24

/** What of an event is read: all else is read anew, since nothing proves what a body says. */
const Event = z.object({
  id: z.string().check(z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  content: z.object({ customer: z.optional(z.object({ id: z.string() })) }),
})

/** The library builds its address of site and suffix: `127.0.0` and `.1` are an address on loopback. */
const placeOf = (url: string) => {
  const { hostname, port, protocol } = new URL(url)
  const at = hostname.lastIndexOf('.')
  return {
    site: hostname.slice(0, at),
    hostSuffix: hostname.slice(at),
    port: Number(port),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  }
}

/** Billing by Chargebee, through its own library, which is loaded when it is first needed. */
export async function chargebeeProvider(options: ChargebeeOptions): Promise<BillingProvider> {
  const { default: Client } = await import('chargebee')
  const { site, apiKey, url } = options
  const chargebee = new Client({
    site,
    apiKey,
    timeout: options.timeoutMs ?? longestMs,
    ...(url && placeOf(url)),
  })
  return {
    name: 'chargebee',
    customer: ({ did, name }) =>
      asking(async () => {
        const id = customerIdOf(did)
        try {
          await chargebee.customer.create({ id, company: name, meta_data: { vasp_did: did } })
        } catch (error) {
          // It is there: an earlier call made it, whether or not it was answered.
          if (Reflect.get(Object(error), 'api_error_code') !== 'duplicate_entry') throw error
        }
        return id
      }),
    snapshot: (customer) =>
      asking(async () => {
        const [subscriptions, invoices] = await Promise.all([
          chargebee.subscription.list({ customer_id: { is: customer }, limit: 100 }),
          chargebee.invoice.list({
            customer_id: { is: customer },
            limit: most,
            'sort_by[desc]': 'date',
          }),
        ])
        const bills = invoices.list.map(({ invoice }) => invoice)
        const unpaid = bills.filter(
          ({ status }) => status === 'payment_due' || status === 'not_paid',
        )
        const since = unpaid
          .map(({ due_date, date }) => due_date ?? date ?? 0)
          .toSorted((a, b) => a - b)
        return {
          subscriptions: subscriptions.list.map(({ subscription }) => seen(subscription, since[0])),
          invoices: bills.map(
            ({ id, date, due_date, status, currency_code, total, amount_due }) => ({
              id,
              issuedAt: new Date((date ?? 0) * 1000),
              dueAt: timeOf(due_date),
              status,
              number: id,
              currency: currency_code ?? null,
              totalMinor: total ?? null,
              dueMinor: amount_due ?? null,
            }),
          ),
          // A page for paying is made when somebody asks for the portal.
          hostedPageUrl: null,
        }
      }),
    // Its portal has one page for everything.
    portal: (customer, { returnUrl }) =>
      asking(async () => {
        const { portal_session: session } = await chargebee.portalSession.create({
          customer: { id: customer },
          redirect_url: returnUrl,
        })
        return { url: session.access_url, endsAt: timeOf(session.expires_at) }
      }),
    ...chargebeeSales(chargebee, url),
    ...chargebeeUsage(chargebee, options.usagePrice),
    eventsSince: (at) =>
      asking(async () => {
        const after = Math.floor(at.getTime() / 1000) - 1
        const found: ProviderEvent[] = []
        for (let offset: string | undefined; ; ) {
          const page = await chargebee.event.list({
            occurred_at: { after },
            'sort_by[asc]': 'occurred_at',
            limit: 100,
            ...(offset !== undefined && { offset }),
          })
          for (const { event } of page.list) {
            const { success, data } = Event.safeParse(event)
            if (success) found.push(eventOf(data))
          }
          offset = page.next_offset
          if (offset === undefined) return found
        }
      }),
    // Usage is refused at once.
    refusals: async () => [],
    setUp: (plans) => setUpChargebee(chargebee, options.usagePrice, plans),
    customers: () =>
      asking(async () => {
        const found: { id: string; did: string | null }[] = []
        for (let offset: string | undefined; ; ) {
          const page = await chargebee.customer.list({
            limit: 100,
            ...(offset !== undefined && { offset }),
          })
          for (const { customer } of page.list) {
            const did: unknown = Reflect.get(Object(customer.meta_data), 'vasp_did')
            found.push({ id: customer.id, did: typeof did === 'string' ? did : null })
          }
          offset = page.next_offset
          if (offset === undefined) return found
        }
      }),
    readEvent: (body, header) => {
      if (!isKnown(header('authorization') ?? '', options.webhookLogins))
        throw fail('unauthorized', 'This isn’t an event of Chargebee’s.')
      const { success, data } = Event.safeParse(parsed(body))
      if (!success) throw fail('bad_request', 'This isn’t an event of Chargebee’s.')
      return eventOf(data)
    },
  }
}

const eventOf = ({ id, event_type: type, content }: z.infer<typeof Event>): ProviderEvent => ({
  id,
  type,
  customerId: content.customer?.id ?? null,
})

/** The same each time, and within what Chargebee takes. */
export const customerIdOf = (did: string): string =>
  createHash('sha256').update(did).digest('hex').slice(0, 50)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Events aren’t signed: whoever calls shows the login that we gave to Chargebee. */
function isKnown(authorization: string, logins: readonly string[]): boolean {
  const [, given = ''] = /^Basic (\S+)$/i.exec(authorization) ?? []
  const shown = digest(Buffer.from(given, 'base64').toString('utf8'))
  return logins.filter((login) => timingSafeEqual(digest(login), shown)).length > 0
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function seen(subscription: Subscription, unpaidSince: number | undefined): Seen {
  const { status, due_since: dueSince } = subscription
  const isDue = (subscription.due_invoices_count ?? 0) > 0
  // Chargebee has no such status: an active subscription may have unpaid invoices.
  const ours = statusOf('chargebee', status)
  return {
    id: subscription.id,
    status: ours === 'active' && isDue ? 'past_due' : ours,
    plan: subscription.subscription_items?.[0]?.item_price_id ?? '',
    periodStart: timeOf(subscription.current_term_start),
    periodEnd: timeOf(subscription.current_term_end),
    pastDueSince: isDue ? timeOf(dueSince ?? unpaidSince) : null,
    endsAt: timeOf(
      subscription.cancelled_at ??
        (status === 'non_renewing' ? subscription.current_term_end : null),
    ),
    createdAt: new Date((subscription.created_at ?? 0) * 1000),
  }
}
