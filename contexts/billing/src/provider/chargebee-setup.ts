import type Chargebee from 'chargebee'
import type { Plan } from '../plan/index.ts'
import { type PricedPlan, pricedPlans, type SetUp } from './setup.ts'
import { asking } from './upstream.ts'

const family = 'countersign'

/**
 * Finds or makes what Chargebee needs to sell our plans: a family, an item and a price for each plan, and one metered
 * addon for transfers that comes with each of them. It changes nothing that is there, so repeating it does no harm.
 */
export async function setUpChargebee(
  chargebee: Chargebee,
  usagePrice: string,
  plans: readonly Plan[],
): Promise<readonly SetUp[]> {
  const { priced, lines } = pricedPlans(plans)
  const [first] = priced
  if (!first) return lines
  const tell = (what: string, made: boolean) => lines.push({ state: made ? 'made' : 'found', what })
  const note = async (what: string, make: () => Promise<unknown>) => tell(what, await isMade(make))
  await note(`item family ${family}`, () =>
    chargebee.itemFamily.create({ id: family, name: 'Countersign' }),
  )
  const item = { item_family_id: family, enabled_for_checkout: true }
  await note(`addon ${usagePrice}`, () =>
    chargebee.item.create({
      ...item,
      id: usagePrice,
      name: usagePrice,
      type: 'addon',
      unit: 'transfer',
      metered: true,
      usage_calculation: 'sum_of_usages',
    }),
  )
  await note(`price ${usagePrice}`, () =>
    chargebee.itemPrice.create({
      id: usagePrice,
      name: usagePrice,
      item_id: usagePrice,
      ...tiered(first.price),
      currency_code: first.price.currency,
      period: 1,
      period_unit: 'month',
    }),
  )
  // Usage is told for one price, whatever the plan.
  for (const { key, price } of priced.slice(1))
    if (JSON.stringify(price.tiers) !== JSON.stringify(first.price.tiers))
      lines.push({
        state: 'differs',
        what: `price ${usagePrice}: transfers of plan ${key} cost what those of ${first.key} do`,
      })
  for (const { key, price } of priced) {
    await note(`plan ${key}`, () =>
      chargebee.item.create({ ...item, id: key, name: `Countersign ${key}`, type: 'plan' }),
    )
    await note(`price ${key}`, () =>
      chargebee.itemPrice.create({
        id: key,
        name: `Countersign ${key}`,
        item_id: key,
        pricing_model: 'per_unit',
        price: price.base_minor,
        currency_code: price.currency,
        period: 1,
        period_unit: 'month',
      }),
    )
    tell(`${usagePrice} comes with plan ${key}`, await attach(chargebee, key, usagePrice))
  }
  return lines
}

/**
 * An attached item has an ID of Chargebee’s own, so whether it is there has to be asked.
 * @returns false where it is there already
 */
const attach = (chargebee: Chargebee, plan: string, addon: string): Promise<boolean> =>
  asking(async () => {
    const { list } = await chargebee.attachedItem.list(plan, { item_id: { is: addon }, limit: 1 })
    if (list.length > 0) return false
    await chargebee.attachedItem.create(plan, { item_id: addon, type: 'mandatory' })
    return true
  })

/** @returns false where it is there already */
const isMade = (make: () => Promise<unknown>): Promise<boolean> =>
  asking(async () => {
    try {
      await make()
      return true
    } catch (error) {
      if (Reflect.get(Object(error), 'api_error_code') === 'duplicate_entry') return false
      throw error
    }
  })

/** The price of a unit, or of the units from step to step. */
function tiered({ tiers }: PricedPlan['price']) {
  const [first] = tiers
  if (tiers.length < 2) return { pricing_model: 'per_unit' as const, price: first?.unit_minor ?? 0 }
  return {
    pricing_model: 'tiered' as const,
    tiers: tiers.map(({ up_to: upTo, unit_minor: price }, n) => ({
      starting_unit: (tiers[n - 1]?.up_to ?? 0) + 1,
      ...(upTo !== null && { ending_unit: upTo }),
      price,
    })),
  }
}
