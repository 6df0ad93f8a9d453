import { subscriptionStatuses } from '@countersign/contracts/billing'
import { asFailure } from '@countersign/kit/errors'
import { afterEach, describe, expect, test } from 'vitest'
import { bestOf } from './best.rules.ts'
import { chargebeeProvider, customerIdOf } from './chargebee.ts'
import { fakeChargebee, fakeStripe, stripeSignature, stripeSubscription } from './fake.fixture.ts'
import { asStripeShows, published } from './fake-shape.fixture.ts'
import type { BillingProvider, Seen } from './provider.ts'
import { stripeProvider, stripeVersion } from './stripe.ts'

const stripeKey = 'sk_test_a'
const secret = 'whsec_new'
const oldSecret = 'whsec_old'
const login = 'countersign:a long password of ours'
const meter = 'countersign_transfers'
const did = 'did:web:kestrelbay.example'
const payer = { did, name: 'Kestrel Bay' }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function withStripe(apiKey = stripeKey, timeoutMs?: number) {
  const fake = await fakeStripe(stripeKey, stripeVersion)
  closing.push(fake.close)
  const webhookSecrets = [secret, oldSecret]
  const options = { apiKey, webhookSecrets, url: fake.url, meter, timeoutMs }
  return { fake, provider: await stripeProvider(options) }
}
async function withChargebee(apiKey = 'key', timeoutMs?: number) {
  const fake = await fakeChargebee('key')
  closing.push(fake.close)
  const options = { site: 'acme', apiKey, webhookLogins: [login, 'old:another long password'] }
  return {
    fake,
    provider: await chargebeeProvider({
      ...{ ...options, url: fake.url, usagePrice: 'transfers', timeoutMs },
    }),
  }
}
const failed = async (work: Promise<unknown>) => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => asFailure(error),
  )
  return { status: failure?.status, wire: failure?.wire, message: failure?.message }
}

describe.each([
  ['stripe', withStripe],
  ['chargebee', withChargebee],
] as const)('[BI-02] %s', (_, open) => {
  test('makes one customer of a payer, however often it is asked, and opens their portal', async () => {
    const { fake, provider } = await open()
    const id = await provider.customer(payer)
    expect(await provider.customer(payer)).toBe(id)
    expect(fake.customers.size).toBe(1)
    const { url } = await provider.portal(id, { returnUrl: 'https://desk.example' })
    expect(url).toMatch(new RegExp(`^https://[a-z.]+/(p/session/)?${id}$`))
  })

  test('knows nothing of a customer who has subscribed to nothing', async () => {
    const { provider } = await open()
    expect(await provider.snapshot(await provider.customer(payer))).toEqual({
      subscriptions: [],
      invoices: [],
      hostedPageUrl: null,
    })
  })

  test('tells a wrong key, a busy provider and one that is away apart, in our words', async () => {
    const wrong = await open('sk_test_wrong')
    expect(await failed(wrong.provider.snapshot('c'))).toMatchObject({
      status: 502,
      wire: 'UpstreamAuth',
    })
    const { fake, provider } = await open()
    fake.fault.status = 429
    expect(await failed(provider.snapshot('c'))).toMatchObject({
      status: 503,
      wire: 'UpstreamBusy',
    })
    fake.fault.status = 500
    const broken = await failed(provider.snapshot('c'))
    expect(broken).toMatchObject({ status: 503, wire: 'UpstreamUnavailable' })
    expect(broken.message).not.toContain('secret')
    await Promise.all(closing.splice(0).map((close) => close()))
    expect(await failed(provider.snapshot('c'))).toMatchObject({
      status: 503,
      wire: 'UpstreamUnavailable',
    })
  })

  test('is given up on when it says nothing, whatever it was asked for', async () => {
    const { fake, provider } = await open(undefined, 100)
    const customer = await provider.customer(payer)
    const of = { customer, subscription: 's1' }
    const at = new Date('2026-11-25T00:00:00Z')
    const day = { ...of, day: at, until: at, units: 1, revision: 1 }
    fake.fault.next = () => 'hangs'
    const calls = [
      ...[
        provider.snapshot(customer),
        provider.portal(customer, { returnUrl: 'https://x.example' }),
      ],
      ...[provider.invoiceLink(customer, 'in_1'), provider.invoicePdf(customer, 'in_1')],
      ...[provider.setUsage(day), provider.usageOf(of, at, at), provider.preview(of)],
      ...[provider.customers(), provider.eventsSince(at)],
    ]
    for (const failure of await Promise.all(calls.map(failed)))
      expect(failure).toMatchObject({ status: 503, wire: 'UpstreamUnavailable' })
    delete fake.fault.next
    expect(await provider.snapshot(customer)).toMatchObject({ invoices: [] })
  })

  test.each([
    '<html>Bad gateway</html>',
    '{"list": [{"subscription": {"id": 7}}], "data": [{"id": 7, "object": "subscription"}]}',
    '{"object": "list", "data": "none", "list": "none"}',
    '',
  ])('keeps nothing of what makes no sense: %s', async (text) => {
    const { fake, provider } = await open()
    const id = await provider.customer(payer)
    fake.fault.text = text
    const { status, wire, message } = await failed(provider.snapshot(id))
    expect([502, 503]).toContain(status)
    expect(wire).toMatch(/^Upstream(Error|Unavailable)$/)
    expect(message).not.toMatch(/html|json|gateway/i)
  })
})

test('[BI-02] stripe: subscriptions that have ended, invoices and what is open are read', async () => {
  const { fake, provider } = await withStripe()
  const customer = 'cus_1'
  const open = {
    id: 'in_2',
    customer,
    status: 'open',
    created: 1_793_000_100,
    due_date: 1_793_500_000,
  }
  fake.book.invoices.push(
    { ...open, hosted_invoice_url: 'https://pay.example/in_2' },
    { id: 'in_1', customer, status: 'paid', created: 1_790_000_100, due_date: null },
  )
  fake.book.subscriptions.push(
    stripeSubscription(customer, { status: 'past_due', latest_invoice: open }),
    stripeSubscription(customer, { id: 'sub_0', status: 'canceled', ended_at: 1_791_000_000 }),
  )
  const { subscriptions, invoices, hostedPageUrl } = await provider.snapshot(customer)
  expect(subscriptions).toMatchObject([
    {
      ...{ id: 'sub_1', status: 'past_due', plan: 'standard' },
      periodStart: new Date(1_793_000_000_000),
      pastDueSince: new Date(1_793_500_000_000),
    },
    { id: 'sub_0', status: 'canceled', endsAt: new Date(1_791_000_000_000) },
  ])
  expect(invoices).toMatchObject([
    { id: 'in_2', status: 'open', dueAt: new Date(1_793_500_000_000) },
    { id: 'in_1', status: 'paid', dueAt: null },
  ])
  expect(hostedPageUrl).toBe('https://pay.example/in_2')
})

test('[BI-02] stripe: its own example of a subscription is read', async () => {
  const { fake, provider } = await withStripe()
  const { subscription, invoice } = published
  fake.book.subscriptions.push({ ...subscription, customer: 'cus_1' })
  fake.book.invoices.push({ ...invoice, customer: 'cus_1' })
  const { subscriptions, invoices } = await provider.snapshot('cus_1')
  expect(subscriptions).toMatchObject([{ id: subscription?.id, status: 'active' }])
  expect(subscriptions[0]?.plan).not.toBe('')
  expect(subscriptions[0]?.periodStart).toBeInstanceOf(Date)
  expect(invoices).toMatchObject([{ id: invoice?.id, status: 'draft' }])
})

test('[BI-02] stripe: the fake says nothing that Stripe would say otherwise', () => {
  expect(asStripeShows({ object: 'customer', name: 'Acme' })).toEqual({
    ...published.customer,
    name: 'Acme',
  })
  for (const wrong of [
    { object: 'customer', title: 'Acme' },
    { object: 'customer', created: '2026-11-27' },
    { object: 'acquaintance' },
    { object: 'list', url: '/v1/invoices', data: [{ state: 'paid' }] },
    stripeSubscription('cus_1', { latest_invoice: { due: 1 } }),
  ])
    expect(() => asStripeShows(wrong)).toThrow(/Stripe/)
})

test('[BI-02] chargebee: an active subscription with unpaid invoices is past due', async () => {
  const { fake, provider } = await withChargebee()
  const customer = await provider.customer(payer)
  expect(customer).toBe(customerIdOf(did))
  const common = { customer_id: customer, created_at: 1_790_000_000 }
  fake.book.subscriptions.push(
    { ...common, id: 's1', status: 'active', due_invoices_count: 1 },
    { ...common, id: 's2', status: 'non_renewing', current_term_end: 1_795_000_000 },
    { ...common, id: 's3', status: 'cancelled', cancelled_at: 1_792_000_000 },
  )
  fake.book.invoices.push({
    ...{ id: 'i1', customer_id: customer, status: 'payment_due' },
    ...{ date: 1_793_000_000, due_date: 1_793_600_000 },
  })
  const { subscriptions, invoices } = await provider.snapshot(customer)
  expect(subscriptions).toMatchObject([
    { id: 's1', status: 'past_due', pastDueSince: new Date(1_793_600_000_000) },
    { id: 's2', status: 'active', endsAt: new Date(1_795_000_000_000) },
    { id: 's3', status: 'canceled', endsAt: new Date(1_792_000_000_000) },
  ])
  expect(invoices).toMatchObject([{ id: 'i1', status: 'payment_due' }])
})

describe('[BI-02] events', () => {
  const payload = (more: object = {}) =>
    JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type: 'customer.subscription.updated', livemode: false },
      data: { object: { id: 'sub_1', customer: 'cus_1' } },
      ...more,
    })
  const signed = (text: string, key = secret, timestamp?: number) =>
    stripeSignature(text, key, timestamp)
  const read = (provider: BillingProvider, text: string, headers: Record<string, string>) =>
    provider.readEvent(Buffer.from(text), (name) => headers[name])
  const refusal = (work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      return asFailure(error).status
    }
  }

  test('of Stripe’s are those that one of our secrets signed, in the last five minutes', async () => {
    const { provider } = await withStripe()
    const text = payload()
    for (const key of [secret, oldSecret])
      expect(read(provider, text, { 'stripe-signature': signed(text, key) })).toEqual({
        ...{ id: 'evt_1', type: 'customer.subscription.updated', customerId: 'cus_1' },
      })
    const late = Math.floor(Date.now() / 1000) - 301
    const live = payload({ livemode: true })
    for (const [body, signature] of [
      [text, signed(text, 'whsec_other')],
      [text, signed(text, secret, late)],
      [`${text} `, signed(text)],
      [live, signed(live)],
      [text, ''],
    ] as const)
      expect(refusal(() => read(provider, body, { 'stripe-signature': signature }))).toBe(400)
    const deleted = payload({ type: 'customer.deleted', data: { object: { id: 'cus_2' } } })
    expect(read(provider, deleted, { 'stripe-signature': signed(deleted) }).customerId).toBe(
      'cus_2',
    )
  })

  test('of Chargebee’s are those that show our login', async () => {
    const { provider } = await withChargebee()
    const text = JSON.stringify({
      ...{ id: 'ev_1', event_type: 'subscription_changed' },
      content: { customer: { id: 'c1' }, subscription: { id: 's1' } },
    })
    const basic = (given: string) => ({
      authorization: `Basic ${Buffer.from(given).toString('base64')}`,
    })
    for (const given of [login, 'old:another long password'])
      expect(read(provider, text, basic(given))).toEqual({
        ...{ id: 'ev_1', type: 'subscription_changed', customerId: 'c1' },
      })
    for (const headers of [basic('countersign:wrong'), basic(''), {}])
      expect(refusal(() => read(provider, text, headers))).toBe(401)
    for (const body of ['{}', 'no JSON'])
      expect(refusal(() => read(provider, body, basic(login)))).toBe(400)
  })
})

test('[BI-02] of several subscriptions the one that gives most counts, then the newest', () => {
  const at = new Date('2026-11-24T00:00:00Z')
  const one = (id: string, status: Seen['status'], day: number): Seen => ({
    ...{ id, status, plan: 'standard', periodStart: null, periodEnd: null },
    ...{ pastDueSince: null, endsAt: null, createdAt: new Date(Date.UTC(2026, 9, day)) },
  })
  const ended = one('ended', 'canceled', 9)
  const [older, newer] = [one('older', 'active', 1), one('newer', 'active', 2)]
  expect(bestOf([ended, older, newer], at)?.id).toBe('newer')
  expect(bestOf([ended, one('late', 'past_due', 1)], at)?.id).toBe('late')
  expect(bestOf([ended], at)?.id).toBe('ended')
  expect(bestOf([], at)).toBeUndefined()
  expect(subscriptionStatuses).toContain('past_due')
})
