import { afterEach, expect, test } from 'vitest'
import type { Plan } from '../plan/index.ts'
import { chargebeeProvider } from './chargebee.ts'
import { fakeChargebee, fakeStripe } from './fake.fixture.ts'
import { stripeProvider, stripeVersion } from './stripe.ts'

const plan = (key: string, base: number, tiers: readonly (readonly [number | null, number])[]) =>
  ({
    ...{ key, type: 'PAYING', transfersPerMonth: null },
    price: {
      ...{ currency: 'USD', base_minor: base },
      tiers: tiers.map(([up_to, unit_minor]) => ({ up_to, unit_minor })),
    },
  }) satisfies Plan
const standard = plan('standard', 29_900, [[null, 40]])
const group = plan('group', 99_900, [
  [5_000, 25],
  [null, 15],
])
const unpriced: Plan = { key: 'special', type: 'PAYING', transfersPerMonth: null }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const told = (lines: readonly { state: string; what: string }[]) =>
  lines.map(({ state, what }) => `${state} ${what}`)

test('[BI-06] Stripe is set up to sell the plans, and what is there is left alone', async () => {
  const fake = await fakeStripe('sk_test_a', stripeVersion)
  closing.push(fake.close)
  const options = { apiKey: 'sk_test_a', webhookSecrets: [], url: fake.url, meter: 'our_transfers' }
  const provider = await stripeProvider(options)
  fake.meter.settings.isThere = false
  const made = told(await provider.setUp([standard, group, unpriced]))
  expect(made).toEqual([
    'missing price of plan special in BILLING_PLANS',
    'made meter our_transfers: mtr_1',
    'made product countersign-standard',
    'made price standard: price_standard, 29900 USD a month',
    'made price standard-transfers: price_standard-transfers, 40 USD a transfer',
    'made product countersign-group',
    'made price group: price_group, 99900 USD a month',
    'made price group-transfers: price_group-transfers, 25, then 15 USD a transfer',
    expect.stringMatching(/^missing default configuration/),
  ])
  expect(fake.meter.settings).toMatchObject({ name: 'our_transfers', window: 'day' })
  expect(fake.catalogue.prices.get('group-transfers')).toMatchObject({
    recurring: { usage_type: 'metered', meter: 'mtr_1', interval: 'month' },
    tiers: [
      { up_to: 5_000, unit_amount: 25 },
      { up_to: null, unit_amount: 15 },
    ],
  })

  const writes = () => fake.asked.filter((one) => one.startsWith('POST')).length
  const before = writes()
  fake.catalogue.portals.push({ id: 'bpc_1', is_default: true })
  const again = told(await provider.setUp([standard, group]))
  expect(again.filter((line) => !line.startsWith('found'))).toEqual([])
  const dearer = told(await provider.setUp([plan('standard', 31_900, [[null, 50]])]))
  expect(dearer.filter((line) => !line.startsWith('found'))).toEqual([
    'differs price standard: price_standard, 31900 USD a month in BILLING_PLANS',
    'differs price standard-transfers: price_standard-transfers, 50 USD a transfer in BILLING_PLANS',
  ])
  expect(writes()).toBe(before)
  // What was made is what a checkout finds.
  const id = await provider.customer({ did: 'did:web:a.example', name: 'A' })
  const wish = { plan: 'group', returnUrl: 'https://desk.example/billing', key: 'k1' }
  expect(await provider.checkout(id, wish)).toMatch(/^https:/)
})

test('[BI-06] a meter of our name that adds up is refused by its name, and nothing is made', async () => {
  const fake = await fakeStripe('sk_test_a', stripeVersion)
  closing.push(fake.close)
  const { name: meter } = fake.meter.settings
  const options = { apiKey: 'sk_test_a', webhookSecrets: [], url: fake.url, meter }
  fake.meter.settings.window = null
  const provider = await stripeProvider(options)
  await expect(provider.setUp([standard])).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining(`${meter} (mtr_1) doesn’t count by the day`),
  })
  expect(fake.asked.filter((one) => one.startsWith('POST'))).toEqual([])
})

test('[BI-06] Chargebee is set up to sell the plans, and what is there is left alone', async () => {
  const fake = await fakeChargebee('key')
  closing.push(fake.close)
  const options = { site: 'acme', apiKey: 'key', webhookLogins: [], url: fake.url }
  const provider = await chargebeeProvider({ ...options, usagePrice: 'transfers' })
  const lines = told(await provider.setUp([standard, group]))
  expect(lines).toEqual([
    'made item family countersign',
    'made addon transfers',
    'made price transfers',
    'differs price transfers: transfers of plan group cost what those of standard do',
    ...['standard', 'group'].flatMap((key) => [
      `made plan ${key}`,
      `made price ${key}`,
      `made transfers comes with plan ${key}`,
    ]),
  ])
  expect(fake.items.made.get('items transfers')).toMatchObject({
    ...{ type: 'addon', metered: 'true', usage_calculation: 'sum_of_usages' },
  })
  expect(fake.items.made.get('item_prices group')).toMatchObject({
    ...{ price: '99900', currency_code: 'USD', pricing_model: 'per_unit', item_id: 'group' },
  })
  expect(fake.items.attached).toEqual([
    { parent: 'standard', item: 'transfers' },
    { parent: 'group', item: 'transfers' },
  ])
  const again = told(await provider.setUp([standard]))
  expect(again.filter((line) => !line.startsWith('found'))).toEqual([])
  expect(fake.items.attached).toHaveLength(2)
  const tiered = await fakeChargebee('key')
  closing.push(tiered.close)
  const other = await chargebeeProvider({ ...options, url: tiered.url, usagePrice: 'transfers' })
  await other.setUp([group])
  expect(tiered.items.made.get('item_prices transfers')).toMatchObject({
    ...{
      'tiers[starting_unit][1]': '5001',
      'tiers[price][1]': '15',
      'tiers[ending_unit][0]': '5000',
    },
  })
})
