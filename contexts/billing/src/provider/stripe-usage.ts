import { fail } from '@countersign/kit/errors'
import type { Stripe } from 'stripe'
import type { BillingProvider } from './provider.ts'
import { asking } from './upstream.ts'

const daySeconds = 86_400
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * Usage by a meter whose window is the day: of several events within one, the newest counts. So the units of a
 * day are set, not added, also after the 24 hours in which Stripe remembers identifiers.
 */
export function stripeUsage(
  stripe: Stripe,
  meter: string,
): Pick<BillingProvider, 'reports' | 'setUsage' | 'usageOf'> {
  let meterId: Promise<string> | undefined
  const find = async () => {
    for await (const one of stripe.billing.meters.list({ status: 'active', limit: 100 }))
      if (one.event_name === meter) {
        if (one.event_time_window !== 'day') throw wrongMeter()
        return one.id
      }
    throw wrongMeter()
  }
  const idOf = () => {
    meterId ??= find().catch((error: unknown) => {
      meterId = undefined
      throw error
    })
    return meterId
  }
  return {
    reports: 'running',
    setUsage: ({ customer, day, until, units, revision }) =>
      asking(async () => {
        // A meter that adds up would charge twice for what is sent twice.
        await idOf()
        const name = day.toISOString().slice(0, 10).replaceAll('-', '')
        const identifier = `cs/${customer}/${name}/${revision}`
        // It rises with the revision, so that the newest by time is also the newest by arrival.
        const timestamp = Math.min(secondsOf(day) + revision, secondsOf(until) - 1)
        await stripe.billing.meterEvents.create(
          {
            event_name: meter,
            payload: { stripe_customer_id: customer, value: String(units) },
            identifier,
            timestamp,
          },
          // Our own worker repeats it.
          { idempotencyKey: identifier, maxNetworkRetries: 0 },
        )
      }),
    usageOf: ({ customer }, from, until) =>
      asking(async () => {
        const found = new Map<string, number>()
        const summaries = stripe.billing.meters.listEventSummaries(await idOf(), {
          customer,
          start_time: secondsOf(from) - (secondsOf(from) % daySeconds),
          end_time:
            secondsOf(until) + ((daySeconds - (secondsOf(until) % daySeconds)) % daySeconds),
          value_grouping_window: 'day',
          limit: 100,
        })
        for await (const { start_time: start, aggregated_value: value } of summaries)
          if (value !== 0) found.set(dayOf(start), value)
        return found
      }),
  }
}

const wrongMeter = () =>
  fail('bad_gateway', 'The billing provider’s meter isn’t set up.', { wire: 'UpstreamError' })
