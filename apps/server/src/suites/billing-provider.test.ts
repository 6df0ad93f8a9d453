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
    provider: await stripeProvider({ apiKey, webhookSecrets: [], url: stripe.url }),
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
  const free = { subscription_type: 'SUNRISE', subscription_status: 'none', provider: null }
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({ ...free, customer_id: null })
  const query = { include_portal_session: 'true' } as const
  const opened = await marcus.customer({ did: kestrelBay, query })
  expect(opened.portal_session_url).toBe('https://billing.stripe.com/p/session/cus_1')
  expect((await marcus.customer({ did: kestrelBay, query })).portal_session_url).toBe(
    opened.portal_session_url,
  )
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
  await send('evt_3', 'cus_1')
  await read()
  expect((await marcus.get({ vaspDID: kestrelBay })).grace_ends_at).toBe(late.grace_ends_at)
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

test('[BI-02] while Stripe is away only its portal is: what we know stays, and is read later', async () => {
  const marcus = await as('marcus')
  stripe.fault.status = 500
  const query = { include_portal_session: 'true' } as const
  expect(await refusal(marcus.customer({ did: kestrelBay, query }))).toMatchObject({ status: 503 })
  await send('evt_9', 'cus_1')
  expect(await read()).toBe(0)
  expect(await marcus.get({ vaspDID: kestrelBay })).toMatchObject({ provider: 'stripe' })
  delete stripe.fault.status
  await send('evt_10', 'cus_1')
  expect(await read()).toBe(1)
})
