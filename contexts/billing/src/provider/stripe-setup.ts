import { isDeepStrictEqual } from 'node:util'
import { fail } from '@countersign/kit/errors'
import type { Stripe } from 'stripe'
import type { Plan } from '../plan/index.ts'
import { type PricedPlan, pricedPlans, type SetUp } from './setup.ts'
import { meteredKey } from './stripe-sales.ts'
import { asking } from './upstream.ts'

/**
 * Finds or makes what Stripe needs to sell our plans: the meter, and for each plan a product with its two prices. It
 * changes nothing that is there, so repeating it does no harm. @throws 502 where a meter of our name would add up
 */
export async function setUpStripe(
  stripe: Stripe,
  meter: string,
  plans: readonly Plan[],
): Promise<readonly SetUp[]> {
  const { priced, lines } = pricedPlans(plans)
  const [meterId, meterLine] = await findMeter(stripe, meter)
  lines.push(meterLine)
  for (const plan of priced) lines.push(...(await sell(stripe, meterId, plan)))
  const { data } = await asking(() =>
    stripe.billingPortal.configurations.list({ is_default: true, limit: 1 }),
  )
  lines.push({
    state: data.length > 0 ? 'found' : 'missing',
    what: 'default configuration of the customer portal (Settings, Billing, Customer portal)',
  })
  return lines
}

async function findMeter(stripe: Stripe, name: string): Promise<readonly [string, SetUp]> {
  const found = await asking(async () => {
    for await (const one of stripe.billing.meters.list({ status: 'active', limit: 100 }))
      if (one.event_name === name) return one
    return undefined
  })
  if (found?.event_time_window === 'day')
    return [found.id, { state: 'found', what: `meter ${name}: ${found.id}` }]
  // A meter can't be changed, and one that adds up would charge twice for what is sent twice.
  if (found)
    throw fail(
      'bad_gateway',
      `Stripe’s meter ${name} (${found.id}) doesn’t count by the day. Deactivate it, or name another in STRIPE_METER.`,
      { wire: 'UpstreamError' },
    )
  const made = await asking(() =>
    stripe.billing.meters.create(
      {
        display_name: 'Countersign transfers',
        event_name: name,
        event_time_window: 'day',
        default_aggregation: { formula: 'sum' },
        customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
        value_settings: { event_payload_key: 'value' },
      },
      { idempotencyKey: `setup/meter/${name}` },
    ),
  )
  return [made.id, { state: 'made', what: `meter ${name}: ${made.id}` }]
}

/** A plan’s product and prices. The metered price counts what the meter counts. */
async function sell(stripe: Stripe, meter: string, { key, price }: PricedPlan): Promise<SetUp[]> {
  const { currency, base_minor: base, tiers } = price
  const product = `countersign-${key}`
  const lines: SetUp[] = []
  const known = await asking(() => stripe.products.list({ ids: [product], limit: 1 }))
  if (known.data.length === 0)
    await asking(() => stripe.products.create({ id: product, name: `Countersign ${key}` }))
  lines.push({ state: known.data.length > 0 ? 'found' : 'made', what: `product ${product}` })
  const { data: prices } = await asking(() =>
    stripe.prices.list({
      lookup_keys: [key, meteredKey(key)],
      active: true,
      expand: ['data.tiers'],
    }),
  )
  const common = { product, currency: currency.toLowerCase() }
  const wanted = [
    {
      lookup_key: key,
      amount: `${base} ${currency} a month`,
      is: ({ unit_amount: unit, recurring }: Stripe.Price) =>
        unit === base && recurring?.interval === 'month' && recurring.usage_type === 'licensed',
      params: { unit_amount: base, recurring: { interval: 'month' } },
    },
    {
      lookup_key: meteredKey(key),
      amount: `${tiers.map(({ unit_minor: unit }) => unit).join(', then ')} ${currency} a transfer`,
      is: ({ recurring, tiers: theirs, unit_amount: unitOfAll }: Stripe.Price) =>
        recurring?.meter === meter &&
        isDeepStrictEqual(
          theirs?.map(({ up_to: upTo, unit_amount: unit }) => [upTo, unit]) ?? [[null, unitOfAll]],
          tiers.map(({ up_to: upTo, unit_minor: unit }) => [upTo, unit]),
        ),
      params: {
        recurring: { interval: 'month', usage_type: 'metered', meter },
        billing_scheme: 'tiered',
        tiers_mode: 'graduated',
        tiers: tiers.map(({ up_to: upTo, unit_minor: unit }) => ({
          up_to: upTo ?? 'inf',
          unit_amount: unit,
        })),
      },
    },
  ] as const
  for (const { lookup_key, amount, is, params } of wanted) {
    const there = prices.find((one) => one.lookup_key === lookup_key)
    const one =
      there ??
      (await asking(() =>
        stripe.prices.create(paramsOf({ ...common, lookup_key }, params), {
          idempotencyKey: `setup/price/${lookup_key}/${currency}/${amount}`,
        }),
      ))
    const fits = one.currency === common.currency && is(one)
    lines.push({
      state: there ? (fits ? 'found' : 'differs') : 'made',
      what: `price ${lookup_key}: ${one.id}, ${amount}${there && !fits ? ' in BILLING_PLANS' : ''}`,
    })
  }
  return lines
}

/** Stripe’s types want lists that can be written to. */
const paramsOf = (
  common: { product: string; currency: string; lookup_key: string },
  params: object,
): Stripe.PriceCreateParams => ({ ...common, ...structuredClone(params) })
