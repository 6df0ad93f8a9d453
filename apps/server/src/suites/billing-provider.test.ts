import { randomUUID } from 'node:crypto'
import { readDue, stripeProvider, stripeVersion } from '@countersign/billing'
import { fakeStripe, stripeSignature, stripeSubscription } from '@countersign/billing/testing'
import { billing } from '@countersign/contracts/billing'
import { client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { injected, refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const apiKey = 'sk_test_countersign'
const secret = 'whsec_ofthetests'
let stripe: Awaited<ReturnType<typeof fakeStripe>>
let fixture: Awaited<ReturnType<typeof serverFixture>>
let relay: Database<Record<never, never>>
beforeAll(async () => {
  stripe = await fakeStripe(apiKey, stripeVersion)
  fixture = await serverFixture({
    DEMO: 'on',
    BILLING_PROVIDER: 'stripe',
    STRIPE_API_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_URL: stripe.url,
  })
  relay = connect({ url: fixture.databaseUrl, role: 'countersign_relay', max: 1 })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
  await stripe.close()
})

const as = async (who: string) =>
  client(billing, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, who) },
    fetcher: injected(fixture.product.app),
  }).subscription

/** What Stripe sends when something about a customer has changed. */
function send(id: string, customer: string, key = secret) {
  const payload = JSON.stringify({
    ...{ id, object: 'event', type: 'customer.subscription.updated', livemode: false },
    data: { object: { id: 'sub_1', customer } },
  })
  return fixture.product.app.inject({
    ...{ method: 'POST', url: '/api/billing/webhooks/stripe', payload },
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripeSignature(payload, key),
    },
  })
}
/** What the worker does. */
const read = async () =>
  readDue({
    ...{ database: fixture.product.database, relay, clock: Date.now },
    provider: await stripeProvider({
      apiKey,
      webhookSecrets: [],
      url: stripe.url,
      meter: 'countersign_transfers',
    }),
    log: { warn: () => undefined },
  })
const events = async () =>
  (
    await relay.withNobody((tx) =>
      sql<{ id: string }>`select id from billing.provider_event order by id`.execute(tx),
    )
  ).rows.map(({ id }) => id)

test('[BI-01] [BI-02] who opens the portal becomes a customer; an event has them read again, once', async () => {
  const marcus = await as('marcus')
  const free = { subscription_type: 'SUNRISE', subscription_status: 'none', provider: 'stripe' }
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({ ...free, customer_id: null })
  const query = { include_portal_session: 'true' } as const
  expect(await marcus.customer({ did: kestrelBay, query })).toMatchObject({
    ...{ ...free, portal_session_error: 'PaymentNoCustomerError' },
  })
  expect(stripe.customers.size).toBe(0)
  // The customer is made, and nobody here hears of it: the state that a process leaves which dies in between.
  stripe.fault.next = ({ method, path }) =>
    method === 'POST' && path === '/v1/customers' ? 'cut after' : undefined
  expect(await refusal(marcus.openPortal({ vaspDID: kestrelBay, body: {} }))).toMatchObject({
    status: 503,
  })
  delete stripe.fault.next
  expect(stripe.customers.size).toBe(1)
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({ ...free, customer_id: null })
  const opened = await marcus.openPortal({
    ...{ vaspDID: kestrelBay, body: { return_path: '/settings?tab=billing' } },
  })
  expect(opened.url).toBe('https://billing.stripe.com/p/session/cus_1')
  expect((await marcus.openPortal({ vaspDID: kestrelBay, body: {} })).url).toBe(opened.url)
  expect((await marcus.customer({ did: kestrelBay, query })).portal_session_url).toBe(opened.url)
  expect(stripe.customers.size).toBe(1)
  expect((await marcus.customer({ did: kestrelBay })).portal_session_url).toBeUndefined()
  expect(await read()).toBe(1)
  expect(await read()).toBe(0)

  stripe.book.subscriptions.push(stripeSubscription('cus_1', {}))
  stripe.book.invoices.push({
    ...{ id: 'in_1', customer: 'cus_1', status: 'paid', created: 1_793_000_000, due_date: null },
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('evt_1', 'cus_1')))
  expect(answers.map((one) => one.statusCode)).toEqual(answers.map(() => 200))
  expect(answers[0]?.json()).toEqual({ received: true })
  expect(await events()).toEqual(['evt_1'])
  expect(await read()).toBe(1)
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({
    ...{ subscription_type: 'PAYING', subscription_status: 'active', provider: 'stripe' },
    ...{ customer_id: 'cus_1', subscription_id: 'sub_1', plan: 'standard', access: 'full' },
    invoice_info: {
      invoices: [{ date: '2026-10-26T07:33:20.000Z', due_date: null, status: 'paid' }],
    },
  })
  // Nobody else is billed for it.
  const { rows } = await fixture.product.database.withTenant(granitequay, (tx) =>
    sql`select vasp_did from billing.subscription`.execute(tx),
  )
  expect(rows).toEqual([])

  // A late payment has its grace, also when nobody says since when.
  const [paid] = stripe.book.subscriptions
  stripe.book.subscriptions.splice(0, 1, { ...paid, status: 'past_due' })
  await send('evt_2', 'cus_1')
  await read()
  const late = await marcus.get({ vaspDID: kestrelBay })
  expect(late).toMatchObject({ subscription_status: 'past_due', access: 'grace' })
  expect(Date.parse(late.grace_ends_at ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000)
  // Nor does a pause, or the next unpaid invoice, begin it anew.
  const due = { id: 'in_2', customer: 'cus_1', status: 'open', created: Date.now() / 1000 + 86_400 }
  for (const status of ['past_due', 'paused', 'past_due']) {
    const now = { ...paid, status, latest_invoice: due }
    stripe.book.subscriptions.splice(0, 1, now)
    await send(randomUUID(), 'cus_1')
    await read()
  }
  expect((await marcus.get({ vaspDID: kestrelBay })).grace_ends_at).toBe(late.grace_ends_at)
  stripe.book.subscriptions.splice(0, 1, { ...paid, status: 'active', latest_invoice: due })
  await send(randomUUID(), 'cus_1')
  await read()
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({
    ...{ access: 'full', grace_ends_at: null },
  })
})

test('[BI-02] what is not Stripe’s is refused and noted nowhere; an unknown customer harms nobody', async () => {
  const before = await events()
  expect((await send('evt_forged', 'cus_1', 'whsec_other')).statusCode).toBe(400)
  expect(await events()).toEqual(before)
  expect((await send('evt_unknown', 'cus_of_nobody')).statusCode).toBe(200)
  expect(await read()).toBe(0)
  const chargebee = await fixture.product.app.inject({
    ...{ method: 'POST', url: '/api/billing/webhooks/chargebee', payload: {} },
  })
  expect(chargebee.statusCode).toBe(404)
})

test('[BI-02] an address that sends one forgery after another is refused, and what is genuine still arrives', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 25; n++)
    statuses.push((await send(`evt_f${n}`, 'cus_1', 'whsec_other')).statusCode)
  expect(statuses.at(0)).toBe(400)
  expect(statuses.at(-1)).toBe(429)
  expect((await send('evt_genuine', 'cus_1')).statusCode).toBe(200)
  await read()
})

test('[BI-02] operators watch events, differences and customers who wait', async () => {
  const metric = async (line: string) => {
    const { payload } = await fixture.ops.app.inject({ url: '/metrics' })
    return Number(
      payload
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length),
    )
  }
  const taken = 'billing_webhook_total{provider="stripe",result="taken"} '
  const before = await metric(taken)
  for (const id of ['evt_counted', 'evt_counted']) await send(id, 'cus_of_another')
  expect(await metric(taken)).toBe(before + 1)
  expect(
    await metric('billing_webhook_total{provider="stripe",result="repeated"} '),
  ).toBeGreaterThan(0)
  expect(
    await metric('billing_webhook_total{provider="stripe",result="not_genuine"} '),
  ).toBeGreaterThan(0)
  expect(await metric('billing_drift{kind="unknown_customer"} ')).toBeGreaterThan(0)
  await relay.withNobody((tx) =>
    sql`update billing.customer set due_at = now() - interval '90 seconds'`.execute(tx),
  )
  expect(await metric('billing_snapshot_age ')).toBeGreaterThanOrEqual(90)
  await read()
  expect(await metric('billing_snapshot_age ')).toBe(0)
})

test('[BI-02] events of Chargebee are taken with their login, from its addresses alone', async () => {
  const from = async (subnets: string) => {
    const house = await serverFixture({
      BILLING_PROVIDER: 'chargebee',
      CHARGEBEE_SITE: 'acme-test',
      CHARGEBEE_API_KEY: 'test_key',
      CHARGEBEE_WEBHOOK_LOGIN: 'countersign:0123456789abcdef',
      CHARGEBEE_WEBHOOK_SUBNETS: subnets,
    })
    const send = async (login: string) =>
      (
        await house.product.app.inject({
          ...{ method: 'POST', url: '/api/billing/webhooks/chargebee' },
          headers: {
            'content-type': 'application/json',
            authorization: `Basic ${Buffer.from(login).toString('base64')}`,
          },
          payload: JSON.stringify({
            ...{ id: 'ev_1', event_type: 'invoice_updated' },
            content: { customer: { id: 'cb_1' } },
          }),
        })
      ).statusCode
    const answers = [await send('countersign:0123456789abcdef'), await send('countersign:guess')]
    await house.close()
    return answers
  }
  expect(await from('127.0.0.0/8, 10.1.0.0/16')).toEqual([200, 401])
  expect(await from('203.0.113.0/24')).toEqual([403, 403])
})

test('[BI-02] while Stripe is away only its portal is: what we know stays, and is read later', async () => {
  const marcus = await as('marcus')
  stripe.fault.status = 500
  const query = { include_portal_session: 'true' } as const
  expect(await refusal(marcus.openPortal({ vaspDID: kestrelBay, body: {} }))).toMatchObject({
    status: 503,
  })
  const shown = await marcus.customer({ did: kestrelBay, query })
  expect(shown).toMatchObject({ portal_session_error: 'UpstreamUnavailable', provider: 'stripe' })
  expect(shown.portal_session_url).toBeUndefined()
  await send('evt_9', 'cus_1')
  expect(await read()).toBe(0)
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({ provider: 'stripe' })
  delete stripe.fault.status
  await send('evt_10', 'cus_1')
  expect(await read()).toBe(1)
})

test('[BI-02] a customer of another provider does not count, and the first link replaces it', async () => {
  const marcus = await as('marcus')
  const vaspDID = kestrelBay
  await fixture.product.database.withTenant(vaspDID, (tx) =>
    sql`update billing.customer set provider = 'chargebee', customer_id = 'cb_old',
      due_at = now() + interval '1 day' where vasp_did = ${vaspDID}`.execute(tx),
  )
  const query = { include_portal_session: 'true' } as const
  expect(await marcus.customer({ did: vaspDID, query })).toMatchObject({
    portal_session_error: 'PaymentNoCustomerError',
  })
  const [first, second] = await Promise.all([
    marcus.openPortal({ vaspDID, body: {} }),
    marcus.openPortal({ vaspDID, body: {} }),
  ])
  expect([first.url, second.url]).toEqual(
    Array.from({ length: 2 }, () => 'https://billing.stripe.com/p/session/cus_1'),
  )
  expect((await marcus.customer({ did: vaspDID, query })).portal_session_url).toBe(first.url)
  expect(await read()).toBe(1)
})

test('[BI-02] only who may change the subscription opens the portal, and it leads back to us alone', async () => {
  const ana = await as('ana')
  const vaspDID = kestrelBay
  expect(await refusal(ana.openPortal({ vaspDID, body: {} }))).toMatchObject({ status: 403 })
  const marcus = await as('marcus')
  for (const return_path of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])
    expect(await refusal(marcus.openPortal({ vaspDID, body: { return_path } }))).toMatchObject({
      status: 422,
    })
})
