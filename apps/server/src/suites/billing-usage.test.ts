import { randomUUID } from 'node:crypto'
import { countUsage, meter, readDue, stripeProvider, stripeVersion } from '@countersign/billing'
import { fakeStripe, stripeSubscription } from '@countersign/billing/testing'
import { billing } from '@countersign/contracts/billing'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { injected, refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const apiKey = 'sk_test_countersign'
let stripe: Awaited<ReturnType<typeof fakeStripe>>
let fixture: Awaited<ReturnType<typeof serverFixture>>
let relay: Database<Record<never, never>>
beforeAll(async () => {
  stripe = await fakeStripe(apiKey, stripeVersion)
  fixture = await serverFixture({
    DEMO: 'on',
    BILLING_PROVIDER: 'stripe',
    STRIPE_API_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_ofthetests',
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

const vaspDID = kestrelBay
const as = async (who: string) =>
  client(billing, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, who) },
    fetcher: injected(fixture.product.app),
  })
const read = async () =>
  readDue({
    ...{ database: fixture.product.database, relay, clock: Date.now },
    provider: await stripeProvider({
      ...{ apiKey, webhookSecrets: [], url: stripe.url, meter: 'countersign_transfers' },
    }),
    log: { warn: () => undefined },
  })
const sent = (did: string, at: string, asset?: string) =>
  fixture.product.database.withTenant(did, (tx) =>
    meter(tx, { did, transferId: randomUUID(), asset, at: new Date(at) }),
  )

test('[BI-06] usage is shown by day and by month, and entry by entry, of this company alone', async () => {
  const { usage } = await as('marcus')
  const query = { from: '2025-01-01', to: '2025-03-01' }
  const days = ['2025-01-03T23:59:59.999Z', '2025-01-04T00:00:00Z', '2025-02-28T12:00:00Z']
  for (const at of [...days, '2025-03-01T00:00:00Z', '2024-12-31T23:59:59Z'])
    await sent(vaspDID, at)
  await sent(granitequay, '2025-01-03T10:00:00Z')
  // Counted long after it happened: it is billed to nobody, so it stays where it was.
  await countUsage({ relay, clock: Date.now })
  expect(await usage.get({ vaspDID, query })).toEqual({
    rows: ['2025-01-03', '2025-01-04', '2025-02-28'].map((start) => ({
      ...{ start, units: 1, reported: 1 },
    })),
    totals: { units: 3, reported: 3 },
    period: query,
  })
  const months = await usage.get({ vaspDID, query: { ...query, window: 'month' } })
  expect(months.rows).toMatchObject([
    { start: '2025-01-01', units: 2 },
    { start: '2025-02-01', units: 1 },
  ])
  const first = await usage.transfers({ vaspDID, query: { ...query, per_page: '2' } })
  const cursor = first.next ?? ''
  const rest = await usage.transfers({ vaspDID, query: { ...query, per_page: '2', cursor } })
  expect(rest.next).toBeNull()
  expect([...first.data, ...rest.data].map(({ at }) => at)).toEqual(
    days.map((at) => new Date(at).toISOString()).toReversed(),
  )
  expect(first.data[0]).toMatchObject({ kind: 'transfer', plan: 'free', billable: false })
  for (const wrong of [
    { from: '2025-01-02', to: '2025-01-02' },
    { from: '2024-01-01', to: '2025-03-01' },
  ])
    expect(await refusal(usage.get({ vaspDID, query: wrong }))).toMatchObject({ status: 422 })
})

test('[BI-01] [BI-02] a plan is bought once at the provider, and its invoices open there', async () => {
  const { subscription, invoice, usage } = await as('marcus')
  const { plans } = await usage.plans({})
  expect(plans.map(({ key }) => key)).toEqual(['free', 'standard', 'group'])
  const body = { plan: 'standard' }
  const links = await Promise.all([
    subscription.checkout({ vaspDID, body }),
    subscription.checkout({ vaspDID, body }),
  ])
  expect(new Set(links.map(({ url }) => url))).toEqual(
    new Set(['https://checkout.stripe.com/cs_1']),
  )
  const [wish] = stripe.checkouts.values()
  expect(new URLSearchParams(wish?.sent).get('line_items[0][price]')).toBe('price_standard')
  for (const plan of ['free', 'unknown'])
    expect(await refusal(subscription.checkout({ vaspDID, body: { plan } }))).toMatchObject({
      status: 404,
    })
  expect(await refusal(subscription.checkout({ vaspDID, body: { plan: 'group' } }))).toMatchObject({
    status: 502,
  })

  stripe.book.subscriptions.push(stripeSubscription('cus_1', {}))
  stripe.book.invoices.push(
    {
      ...{ id: 'in_1', customer: 'cus_1', status: 'paid', created: 1_793_000_000, due_date: null },
      ...{ number: 'A-1', currency: 'eur', total: 29_900, amount_due: 0 },
      hosted_invoice_url: 'https://invoice.stripe.com/in_1',
    },
    { id: 'in_2', customer: 'cus_2', status: 'paid', created: 1_793_000_000 },
  )
  expect(await read()).toBe(1)
  expect(await refusal(subscription.checkout({ vaspDID, body }))).toMatchObject({ status: 409 })
  expect((await invoice.list({ vaspDID })).data).toEqual([
    {
      ...{ id: 'in_1', number: 'A-1', date: '2026-10-26T07:33:20.000Z', due_date: null },
      ...{ status: 'paid', currency: 'EUR', total_minor: 29_900, amount_due_minor: 0 },
    },
  ])
  expect(await invoice.link({ vaspDID, invoiceId: 'in_1' })).toEqual({
    url: 'https://invoice.stripe.com/in_1',
  })
  for (const invoiceId of ['in_2', 'in_9'])
    expect(await refusal(invoice.link({ vaspDID, invoiceId }))).toMatchObject({ status: 404 })

  expect(await usage.costPreview({ vaspDID, body: {} })).toMatchObject({
    ...{ source: 'provider', currency: 'EUR', total_minor: 29_900 },
  })
  expect(await usage.costPreview({ vaspDID, body: { units: 6_000, plan: 'group' } })).toMatchObject(
    {
      ...{ source: 'own', currency: 'USD', total_minor: 99_900 + 5_000 * 25 + 1_000 * 15 },
      lines: [{ quantity: null }, { quantity: 5_000 }, { quantity: 1_000 }],
    },
  )
  stripe.fault.status = 500
  expect(await refusal(invoice.link({ vaspDID, invoiceId: 'in_1' }))).toMatchObject({ status: 503 })
  expect((await invoice.list({ vaspDID })).data).toHaveLength(1)
  delete stripe.fault.status
})

test('[BI-04] [BI-02] the PDF of an invoice is the provider’s own, for whose it is, as long as it is there', async () => {
  const headers = async (who: string) => ({
    ...{ 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, who) },
  })
  const ask = async (who: string, did: string, id: string) =>
    fixture.product.app.inject({
      ...{ method: 'POST', url: '/api/v1/pdf', headers: await headers(who) },
      payload: { did, subject: { kind: 'invoice', invoice: id } },
    })
  const get = async (id: string, query = '') =>
    fixture.product.app.inject({
      url: `/api/pdf/${id}?vaspDID=${encodeURIComponent(vaspDID)}${query}`,
      headers: await headers('marcus'),
    })
  const bytes = Buffer.from('%PDF-1.7 made by Stripe')
  stripe.files.set('/files/in_1', bytes)
  const [bill] = stripe.book.invoices
  stripe.book.invoices.splice(0, 1, { ...bill, invoice_pdf: `${stripe.url}/files/in_1` })
  const asked = await ask('marcus', vaspDID, 'in_1')
  const { id } = asked.json()
  const file = await get(id)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(file.rawPayload.equals(bytes)).toBe(true)
  // Another company’s, one that nobody has, and one’s own without the right to see bills.
  expect((await ask('marcus', vaspDID, 'in_2')).statusCode).toBe(404)
  expect((await ask('marcus', granitequay, 'in_1')).statusCode).toBe(403)
  expect((await ask('ana', vaspDID, 'in_1')).statusCode).toBe(403)
  expect((await get(id, '&include=personal&reason=AUDIT')).statusCode).toBe(422)

  stripe.files.set('/files/in_1', Buffer.from('<html>Sign in</html>'))
  const none = await get(id)
  expect([none.statusCode, none.json().err]).toMatchObject([
    502,
    { name: 'UpstreamError', message: expect.stringContaining('gave no PDF') },
  ])
  stripe.fault.status = 500
  const away = await get(id)
  expect([away.statusCode, away.json().err.name]).toEqual([503, 'UpstreamUnavailable'])
  delete stripe.fault.status
  stripe.files.set('/files/in_1', bytes)
  expect((await get(id)).rawPayload.equals(bytes)).toBe(true)
})

test('[BI-06] without rights there is no usage and no invoice', async () => {
  const ana = await as('ana')
  expect(await refusal(ana.invoice.list({ vaspDID }))).toMatchObject({ status: 403 })
  expect(await refusal(ana.usage.transfers({ vaspDID }))).toMatchObject({ status: 403 })
  const body = { plan: 'standard' }
  expect(await refusal(ana.subscription.checkout({ vaspDID, body }))).toMatchObject({ status: 403 })
})

test('[BI-06] usage is split by what was transferred', async () => {
  const { usage } = await as('marcus')
  for (const asset of ['ETH', 'BTC', 'ETH', undefined])
    await sent(vaspDID, '2025-05-03T10:00Z', asset)
  await sent(vaspDID, '2025-05-04T10:00Z', 'ETH')
  await sent(granitequay, '2025-05-03T10:00Z', 'SOL')
  const query = { from: '2025-05-01', to: '2025-06-01', by: 'asset' } as const
  const { rows, totals } = await usage.get({ vaspDID, query })
  const units = (found: typeof rows) => found.map((row) => [row.start, row.by, row.units])
  expect(units(rows)).toEqual([
    ['2025-05-03', 'BTC', 1],
    ['2025-05-03', 'ETH', 2],
    ['2025-05-03', null, 1],
    ['2025-05-04', 'ETH', 1],
  ])
  expect(totals.units).toBe(5)
  const month = await usage.get({ vaspDID, query: { ...query, window: 'month' } })
  expect(units(month.rows)).toEqual([
    ['2025-05-01', 'BTC', 1],
    ['2025-05-01', 'ETH', 3],
    ['2025-05-01', null, 1],
  ])
  expect(month.totals).toEqual(
    (await usage.get({ vaspDID, query: { ...query, by: undefined } })).totals,
  )
})

test('[BI-06] [TX-01] the ledger says what was transferred, now and in a history, with or without a symbol', async () => {
  const { usage } = await as('marcus')
  const { tx } = client(transactions, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'ana') },
    fetcher: injected(fixture.product.app),
  })
  const [contract, symbol] = [`eip155:1/erc20:0x${'ab'.repeat(20)}`, 'erc20:0xabab…abab']
  const unlisted = {
    ...{ transactionAsset: contract, transactionAssetDecimals: 18 },
    customAssetPrice: '2000',
  }
  const body = (more: object) => ({
    ...CreateIn.parse({ ...Object(productExamples['tx.create']?.body), ...more }),
    transactionRef: randomUUID(),
  })
  const now = new Date()
  for (const more of [{}, unlisted]) {
    const { id } = await tx.create({ body: body(more) })
    expect(await tx.approve({ query: { vaspDID, id } })).toMatchObject({ status: 'SENT' })
  }
  const at = new Date(now.getTime() - 100 * 86_400_000)
  const by = 'did:web:ana.example'
  const acts = [{ company: vaspDID, by, action: 'approve', at } as const]
  const past = [{}, unlisted].map((more) => ({ ...{ at, by, acts }, body: body(more) }))
  expect(await fixture.product.seedTransfers([], undefined, past)).toBe(2)

  for (const day of [now, at]) {
    const [from, to] = [day, new Date(day.getTime() + 86_400_000)].map((one) =>
      one.toISOString().slice(0, 10),
    )
    const { rows } = await usage.get({ vaspDID, query: { from, to, by: 'asset' } })
    expect(rows.map((row) => [row.by, row.units])).toEqual([
      ['ETH', 1],
      [symbol, 1],
    ])
  }
})
