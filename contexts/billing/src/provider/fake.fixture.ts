import { Stripe } from 'stripe'
import { fakeChargebeeSales, fakeStripeCustomers } from './fake-sales.fixture.ts'
import { type Answer, type Asked, fakeServer } from './fake-server.fixture.ts'
import { fakeCatalogue, fakeItems, listed } from './fake-setup.fixture.ts'
import { published, stripesOnly } from './fake-shape.fixture.ts'
import { fakeMeter, fakeUsages } from './fake-usage.fixture.ts'

/** What a fake knows of its customers. */
export type Book = {
  subscriptions: Record<string, unknown>[]
  invoices: Record<string, unknown>[]
  /** Customers that somebody else has made. */
  customers: Record<string, unknown>[]
  /** The newest last. */
  events: Record<string, unknown>[]
}

/** A customer’s subscription as Stripe shows it. */
export const stripeSubscription = (customer: string, more: object) => ({
  id: 'sub_1',
  object: 'subscription',
  customer,
  status: 'active',
  created: 1_790_000_000,
  cancel_at: null,
  ended_at: null,
  latest_invoice: null,
  items: {
    object: 'list',
    data: [
      {
        id: 'si_1',
        current_period_start: 1_793_000_000,
        current_period_end: 1_795_600_000,
        price: { id: 'price_1', lookup_key: 'standard' },
      },
    ],
    has_more: false,
    url: '/v1/subscription_items',
  },
  ...more,
})

/** The header by which Stripe signs an event, made by its own library. */
export const stripeSignature = (payload: string, secret: string, timestamp?: number) =>
  new Stripe('sk_test_any').webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  })

/** A Stripe on loopback, which refuses what Stripe would refuse. */
export async function fakeStripe(apiKey: string, version: string, clock: () => number = Date.now) {
  const meter = fakeMeter(published, clock)
  const book: Book = { subscriptions: [], invoices: [], customers: [], events: [] }
  const byKey = new Map<string, object>()
  const shown = stripesOnly()
  const catalogue = fakeCatalogue(published, (id) => meter.settings.isThere && id === 'mtr_1')
  const changes = fakeStripeCustomers(byKey)
  const checkouts = new Map<string, { id: string; sent: string }>()
  const refuse = (status: number, code: string): Answer => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message: `no ${code}` } },
  })
  const list = (url: string, data: readonly object[]): Answer => ({
    body: { object: 'list', data, has_more: false, url },
  })
  const answerTo = ({ method, path, query, form, headers }: Asked): Answer => {
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'api_key')
    if (headers['stripe-version'] !== version) return refuse(400, 'version')
    const metered = meter.answerTo({ method, path, query, form, headers })
    if (metered) return metered
    const sold = catalogue.answerTo({ method, path, query, form })
    if (sold) return sold
    const changed = changes.answerTo({ method, path, form, headers })
    if (changed) return changed
    if (method === 'GET' && path === '/v1/subscriptions')
      // Without a status, Stripe leaves out those that have ended.
      return list(
        path,
        book.subscriptions.filter(
          ({ customer, status }) =>
            customer === query.get('customer') &&
            (query.get('status') === 'all' || status !== 'canceled'),
        ),
      )
    if (method === 'GET' && path.startsWith('/v1/invoices/')) {
      const found = book.invoices.find(({ id }) => `/v1/invoices/${id}` === path)
      return found ? { body: { ...published.invoice, ...found } } : refuse(404, 'resource_missing')
    }
    if (method === 'POST' && path === '/v1/invoices/create_preview') {
      const line = { id: 'il_1', object: 'line_item', description: 'Standard', quantity: 1 }
      const lines = { object: 'list', data: [{ ...line, amount: 29_900 }], has_more: false }
      return { body: { ...published.invoice, currency: 'eur', lines, total: 29_900 } }
    }
    if (method === 'GET' && path === '/v1/prices')
      return list(
        path,
        listed(query, 'lookup_keys').flatMap((key) => {
          const made = catalogue.prices.get(key)
          if (made) return [made]
          // Unless a test sets up what is sold, it is there already.
          return catalogue.products.size === 0 && ['standard', 'standard-transfers'].includes(key)
            ? [{ ...published.price, id: `price_${key}`, lookup_key: key }]
            : []
        }),
      )
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const key = String(headers['idempotency-key'])
      const sent = form.toString()
      const before = checkouts.get(key)
      if (before && before.sent !== sent) return refuse(400, 'idempotency_error')
      const id = before?.id ?? `cs_${checkouts.size + 1}`
      checkouts.set(key, { id, sent })
      if (form.get('mode') !== 'subscription' || !form.get('line_items[0][price]'))
        return refuse(400, 'parameter_missing')
      return {
        body: { ...published['checkout.session'], id, url: `https://checkout.stripe.com/${id}` },
      }
    }
    if (method === 'GET' && path === '/v1/invoices')
      return list(
        path,
        book.invoices.filter(({ customer }) => customer === query.get('customer')),
      )
    if (method === 'GET' && path === '/v1/customers')
      return list(path, [...byKey.values(), ...book.customers])
    if (method === 'GET' && path === '/v1/events')
      // The newest first.
      return list(
        path,
        book.events
          .filter(({ created }) => Number(created) >= Number(query.get('created[gte]')))
          .toReversed(),
      )
    if (method === 'GET' && path.startsWith('/v2/core/events/')) {
      const found = book.events.find(({ id }) => `/v2/core/events/${id}` === path)
      return found ? { body: found } : refuse(404, 'not_found')
    }
    if (method === 'POST' && path === '/v1/customers') {
      const key = String(headers['idempotency-key'])
      const made = byKey.get(key) ?? {
        ...published.customer,
        id: `cus_${byKey.size + 1}`,
        name: form.get('name'),
        metadata: { vasp_did: form.get('metadata[vasp_did]') },
      }
      byKey.set(key, made)
      return { body: made }
    }
    if (method === 'POST' && path === '/v1/billing_portal/sessions') {
      if (!form.get('return_url')) return refuse(400, 'return_url')
      const customer = form.get('customer')
      const flow = form.get('flow_data[type]')
      const needs =
        flow && flow !== 'payment_method_update' ? `flow_data[${flow}][subscription]` : null
      if (needs && !book.subscriptions.some(({ id }) => id === form.get(needs)))
        return refuse(400, 'parameter_missing')
      const url = `https://billing.stripe.com/p/session/${customer}${flow ? `?flow=${flow}` : ''}`
      return { body: { ...published['billing_portal.session'], customer, url } }
    }
    return refuse(404, 'resource_missing')
  }
  const server = await fakeServer((asked) => shown.answerOf(asked, answerTo(asked)))
  const close = async () => {
    await server.close()
    shown.check()
  }
  return {
    ...server,
    close,
    book,
    customers: byKey,
    told: changes.told,
    taxIds: changes.taxIds,
    catalogue,
    checkouts,
    meter,
  }
}

/** A Chargebee on loopback, which refuses what Chargebee would refuse. */
export async function fakeChargebee(apiKey: string) {
  const book: Book = { subscriptions: [], invoices: [], customers: [], events: [] }
  const usages = fakeUsages()
  const items = fakeItems()
  const customers = new Set<string>()
  const made: object[] = []
  const sales = fakeChargebeeSales(customers, book.invoices)
  const refuse = (status: number, code: string): Answer => ({
    status,
    body: { message: `no ${code}`, api_error_code: code, http_status_code: status },
  })
  const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  const server = await fakeServer(({ method, path, query, form, headers }) => {
    if (headers.authorization !== expected) return refuse(401, 'api_authentication_failed')
    const used = usages.answerTo({ method, path, query, form, headers })
    if (used) return used
    const item = items.answerTo({ method, path, query, form })
    if (item) return item
    const sold = sales.answerTo({ method, path, form, headers })
    if (sold) return sold
    const of = (one: Record<string, unknown>) => one.customer_id === query.get('customer_id[is]')
    if (method === 'GET' && path === '/api/v2/subscriptions')
      return {
        body: { list: book.subscriptions.filter(of).map((subscription) => ({ subscription })) },
      }
    if (method === 'GET' && path === '/api/v2/invoices')
      return { body: { list: book.invoices.filter(of).map((invoice) => ({ invoice })) } }
    if (method === 'GET' && path === '/api/v2/customers')
      return { body: { list: [...made, ...book.customers].map((customer) => ({ customer })) } }
    if (method === 'GET' && path === '/api/v2/events') {
      const after = Number(query.get('occurred_at[after]'))
      const found = book.events.filter(({ occurred_at: at }) => Number(at) > after)
      return { body: { list: found.map((event) => ({ event })) } }
    }
    if (method === 'POST' && path === '/api/v2/customers') {
      const id = form.get('id') ?? ''
      if (id.length > 50) return refuse(400, 'param_wrong_value')
      if (customers.has(id)) return refuse(400, 'duplicate_entry')
      customers.add(id)
      made.push({ id, meta_data: JSON.parse(form.get('meta_data') ?? 'null') })
      return { body: { customer: { id } } }
    }
    if (method === 'POST' && path === '/api/v2/portal_sessions') {
      const id = form.get('customer[id]') ?? ''
      if (!customers.has(id)) return refuse(404, 'resource_not_found')
      return {
        body: { portal_session: { id: 'p', access_url: `https://acme.chargebee.com/${id}` } },
      }
    }
    return refuse(404, 'site_not_found')
  })
  return { ...server, book, customers, told: sales.told, usages: usages.usages, items }
}
