import { randomUUID } from 'node:crypto'
import { meter } from '@countersign/billing'
import { billing } from '@countersign/contracts/billing'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { client } from '@countersign/kit/client'
import { injected } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(() => fixture.close())

async function as(who: string) {
  const options = {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, who) },
    fetcher: injected(fixture.product.app),
  }
  const { subscription } = client(billing, options)
  return {
    tx: client(transactions, options).tx,
    subscription,
    usageOf: async (vaspDID: string) =>
      (await subscription.get({ vaspDID })).current_billing_period_usage,
  }
}

/** A transfer from Kestrel Bay to Granitequay, not sent yet. */
async function transfer({ tx }: Awaited<ReturnType<typeof as>>, amount: string): Promise<string> {
  const body = CreateIn.parse(productExamples['tx.create']?.body)
  const { id } = await tx.create({ body: { ...body, amount, transactionRef: randomUUID() } })
  return id
}

test('[BI-06] a transfer counts once, for whoever sent it, when it is sent', async () => {
  const ana = await as('ana')
  const before = await ana.usageOf(kestrelBay)
  const id = await transfer(ana, '1.5')
  expect(await ana.usageOf(kestrelBay)).toBe(before)
  await ana.tx.approve({ query: { vaspDID: kestrelBay, id } })
  expect(await ana.usageOf(kestrelBay)).toBe(before + 1)
  await ana.tx.approve({ query: { vaspDID: kestrelBay, id } })
  await ana.tx.confirm({ query: { vaspDID: granitequay, id } })
  await ana.tx.accept({ query: { vaspDID: granitequay, id }, body: {} })
  expect(await ana.usageOf(kestrelBay)).toBe(before + 1)
  const theirs = sql<{ count: number }>`select count(*)::int as count from billing.usage_event`
  const { database } = fixture.product
  const counted = await database.withTenant(granitequay, (tx) => theirs.execute(tx))
  expect(counted.rows).toEqual([{ count: 0 }])
})

test('[BI-06] two approvals at once count once', async () => {
  const ana = await as('ana')
  const before = await ana.usageOf(kestrelBay)
  const id = await transfer(ana, '2')
  const query = { vaspDID: kestrelBay, id }
  await Promise.allSettled(Array.from({ length: 8 }, () => ana.tx.approve({ query })))
  expect(await ana.usageOf(kestrelBay)).toBe(before + 1)
})

test('[BI-01] without a provider a company is on the free plan, and both calls say the same', async () => {
  const { subscription } = await as('ana')
  const found = await subscription.get({ vaspDID: kestrelBay })
  expect(found).toMatchObject({
    ...{ did: kestrelBay, customer_id: null, subscription_id: null, provider: null },
    ...{ subscription_type: 'SUNRISE', subscription_status: 'none', plan: 'free' },
    invoice_info: { invoices: [], hosted_page_url: null },
  })
  expect(found).not.toHaveProperty('portal_session_url')
  const billed = await (await as('lena')).subscription
    .customer({ did: 'did:ethr:none', query: { include_portal_session: 'true' } })
    .catch(({ status }) => status)
  expect(billed).toBe(403)
})

test('[BI-06] usage is that of the calendar month in UTC', async () => {
  const ana = await as('ana')
  const { current_billing_period_usage: before, period } = await ana.subscription.get({
    vaspDID: kestrelBay,
  })
  const start = Date.parse(period?.start ?? '')
  expect(new Date(start).toISOString()).toMatch(/-01T00:00:00.000Z$/)
  for (const at of [new Date(start - 1), new Date(start)])
    await fixture.product.database.withTenant(kestrelBay, (tx) =>
      meter(tx, { did: kestrelBay, transferId: randomUUID(), at }),
    )
  expect(await ana.usageOf(kestrelBay)).toBe(before + 1)
})

test('[BI-03] who is billed is proposed from the company’s profile', async () => {
  const { subscription } = await as('ana')
  expect(await subscription.entity({ vaspId: kestrelBay })).toMatchObject({
    ...{ vasp_did: kestrelBay, billing_customer_did: kestrelBay, inherited: false },
    ...{ legal_name: 'Kestrel Bay Exchange', address: null, proposed: true },
  })
})

test('[BI-03] [BI-01] a company that was made a moment ago is on the free plan, under its own name', async () => {
  const cookie = await signedIn(fixture.databaseUrl, 'lena')
  const made = await fixture.product.app.inject({
    ...{ method: 'POST', url: '/api/auth/customer' },
    headers: { cookie, 'x-user-agent': 'test', 'sec-fetch-site': 'same-origin' },
    payload: { name: 'Linden Pay', website: 'https://www.lindenpay.example' },
  })
  const { did } = made.json()
  const lena = await as('lena')
  expect(await lena.subscription.entity({ vaspId: did })).toMatchObject({
    payer_name: 'Linden Pay',
  })
  expect(await lena.subscription.get({ vaspDID: did })).toMatchObject({
    ...{ plan: 'free', subscription_type: 'SUNRISE', current_billing_period_usage: 0 },
  })
})
