import { failpoint } from '@countersign/kit/failpoint'
import type Chargebee from 'chargebee'
import type { BillingProvider } from './provider.ts'
import { asking } from './upstream.ts'

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * Usages per closed day: Chargebee takes one for each date, and 5,000 in the life of a subscription. A number that
 * changed replaces the one before; the revision in its ID keeps late calls of older attempts from harm.
 */
export const chargebeeUsage = (
  chargebee: Chargebee,
  price: string,
): Pick<BillingProvider, 'reports' | 'setUsage' | 'usageOf'> => ({
  reports: 'closed',
  setUsage: ({ subscription, day, units, revision }) =>
    asking(async () => {
      const id = `cs-${subscription}-${day.toISOString().slice(0, 10).replaceAll('-', '')}-${revision}`
      const { list } = await chargebee.usage.list({
        subscription_id: { is: subscription },
        item_price_id: { is: price },
        usage_date: { on: secondsOf(day) },
        limit: 100,
      })
      const [known] = list.map(({ usage }) => usage)
      if (known && Number(known.quantity) === units) return
      if (known?.id) {
        // Whoever else took it away has done our work.
        await chargebee.usage.delete(subscription, { id: known.id }).catch((error: unknown) => {
          if (Reflect.get(Object(error), 'api_error_code') !== 'resource_not_found') throw error
        })
      }
      failpoint('after-usage-removed-before-added')
      if (units === 0) return
      await chargebee.usage.create(
        subscription,
        { id, item_price_id: price, quantity: String(units), usage_date: secondsOf(day) },
        { 'chargebee-idempotency-key': id },
      )
    }),
  usageOf: ({ subscription }, from, until) =>
    asking(async () => {
      const found = new Map<string, number>()
      for (let offset: string | undefined; ; ) {
        const page = await chargebee.usage.list({
          subscription_id: { is: subscription },
          item_price_id: { is: price },
          usage_date: { between: [secondsOf(from), secondsOf(until) - 1] },
          limit: 100,
          ...(offset !== undefined && { offset }),
        })
        for (const { usage } of page.list)
          found.set(
            new Date(usage.usage_date * 1000).toISOString().slice(0, 10),
            Number(usage.quantity),
          )
        offset = page.next_offset
        if (offset === undefined) return found
      }
    }),
})
