import { randomUUID } from 'node:crypto'
import {
  type BillingTables,
  countUsage,
  meter,
  readDue,
  reconcile,
  reportUsage,
  stripeProvider,
  stripeVersion,
} from '@countersign/billing'
import { fakeStripe, stripeSubscription } from '@countersign/billing/testing'
import { billing } from '@countersign/contracts/billing'
import { client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { injected, refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const apiKey = 'sk_test_countersign'
const vaspDID = kestrelBay
let stripe: Awaited<ReturnType<typeof fakeStripe>>
let fixture: Awaited<ReturnType<typeof serverFixture>>
let own: Database<BillingTables>
let relay: Database<BillingTables>
/** Ahead of the machine’s, so that what was told has had its time. */
const ahead = { ms: 0 }
const clock = () => Date.now() + ahead.ms
beforeAll(async () => {
  stripe = await fakeStripe(apiKey, stripeVersion, clock)
  fixture = await serverFixture({
    DEMO: 'on',
    BILLING_PROVIDER: 'stripe',
    STRIPE_API_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_ofthetests',
    STRIPE_URL: stripe.url,
  })
  own = connect({ url: fixture.databaseUrl, role: 'countersign_app', max: 2 })
  relay = connect({ url: fixture.databaseUrl, role: 'countersign_relay', max: 2 })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(async () => {
  await Promise.all([own.close(), relay.close()])
  await fixture.close()
  await stripe.close()
})

const as = async (who: string) =>
  client(billing, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, who) },
    fetcher: injected(fixture.product.app),
  })
async function deps() {
  const options = { apiKey, webhookSecrets: [], url: stripe.url, meter: 'countersign_transfers' }
  const provider = await stripeProvider(options)
  const log = { warn: () => undefined }
  return {
    database: own,
    relay,
    provider,
    plans: undefined,
    clock,
    log,
    pause: async () => undefined,
  }
}
/** Units of a day, from the ledger to the provider. */
async function used(units: number) {
  for (let n = 0; n < units; n++)
    await own.withTenant(vaspDID, (tx) =>
      meter(tx, { did: vaspDID, transferId: randomUUID(), at: new Date(clock()) }),
    )
  await countUsage({ relay, clock })
  return reportUsage(await deps())
}

test('[BI-06] differences with the provider are found, mended where that is safe, and decided where not', async () => {
  const [noor, marcus] = [await as('noor'), await as('marcus')]
  await marcus.subscription.openPortal({ vaspDID, body: {} })
  const now = Math.floor(Date.now() / 1000)
  const item = {
    ...{ id: 'si_1', price: { id: 'price_1', lookup_key: 'standard' } },
    ...{ current_period_start: now - 86_400 * 3, current_period_end: now + 86_400 * 20 },
  }
  const items = { object: 'list', data: [item], has_more: false, url: '/v1/subscription_items' }
  stripe.book.subscriptions.push(stripeSubscription('cus_1', { items }))
  await readDue(await deps())

  expect(await used(3)).toBe(1)
  const usage = async () => {
    const found = await marcus.subscription.get({ vaspDID })
    return [found.current_billing_period_usage, found.untracked_usage_in_period]
  }
  expect(await usage()).toEqual([3, 0])
  const compared = async () => {
    ahead.ms += 2 * 3_600_000
    await noor.reconciliation.reconcile({ body: { did: vaspDID } })
    expect(await refusal(noor.reconciliation.reconcile({ body: { did: vaspDID } }))).toMatchObject({
      status: 409,
    })
    expect(await reconcile(await deps())).toBe(true)
    expect(await reconcile(await deps())).toBe(false)
    return noor.reconciliation.drift({})
  }
  expect(await compared()).toMatchObject({
    open: 0,
    data: [],
    runs: [{ customers: 1, compared_days: 1, drifts: 0, failed: 0, did: vaspDID }],
  })

  // The provider has lost it: the same number is sent again, and the next comparison finds it there.
  const [lost] = stripe.meter.events.splice(0)
  const low = await compared()
  expect(low.data).toMatchObject([
    { kind: 'usage_low', did: vaspDID, ours: '3', theirs: '0', action: 'resent', closed_at: null },
  ])
  expect(await reportUsage(await deps())).toBe(1)
  expect(stripe.meter.events).toMatchObject([{ value: 3, customer: lost?.customer }])
  expect(await compared()).toMatchObject({ open: 0, data: [] })

  // It has too many: nothing is lowered by itself.
  const [right] = stripe.meter.events.splice(0)
  if (right)
    stripe.meter.events.push({
      ...right,
      value: 9,
      timestamp: right.timestamp + 60,
      identifier: 'x',
    })
  const { data, open } = await compared()
  expect({ data, open }).toMatchObject({
    open: 1,
    data: [{ kind: 'usage_high', ours: '3', theirs: '9', action: null }],
  })
  expect(await used(1)).toBe(0)
  const { data: billed } = await noor.reconciliation.subscriptions({})
  expect(billed).toMatchObject([
    { did: vaspDID, name: 'Kestrel Bay Exchange', status: 'active', drifts: 1, untracked: 1 },
  ])
  const driftId = data[0]?.id ?? ''
  const refused = (body: Parameters<typeof noor.reconciliation.decide>[0]['body']) =>
    refusal(noor.reconciliation.decide({ driftId, body }))
  expect(await refused({ action: 'accept' })).toMatchObject({ status: 422 })
  const reason = 'Settled with the provider by phone'
  expect(
    await noor.reconciliation.decide({ driftId, body: { action: 'accept', reason } }),
  ).toMatchObject({ action: 'accepted', reason })
  expect(await refused({ action: 'accept', reason })).toMatchObject({ status: 404 })
  // As long as both numbers stay, it is settled.
  expect(await compared()).toMatchObject({ open: 0 })

  // A change of which no event told.
  const [active] = stripe.book.subscriptions
  stripe.book.subscriptions.splice(0, 1, { ...active, status: 'past_due' })
  await compared()
  const { data: closed } = await noor.reconciliation.drift({ query: { state: 'closed' } })
  expect(closed[0]).toMatchObject({ kind: 'snapshot', action: 'followed', decided_by: 'system' })
  expect(await marcus.subscription.get({ vaspDID })).toMatchObject({ access: 'grace' })
})

test('[BI-06] only the network’s operator sees and decides differences', async () => {
  const { reconciliation } = await as('marcus')
  const refused = await Promise.all([
    refusal(reconciliation.drift({})),
    refusal(reconciliation.subscriptions({})),
    refusal(reconciliation.reconcile({ body: {} })),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
})
