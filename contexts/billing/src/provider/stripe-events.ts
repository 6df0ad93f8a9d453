import { fail } from '@countersign/kit/errors'
import type { Stripe } from 'stripe'
import type { BillingProvider, ProviderEvent } from './provider.ts'
import { asking } from './upstream.ts'

const toleranceSeconds = 300
/** Comes as a notification: what it says is fetched. */
const meterErrors = 'v1.billing.meter.error_report_triggered'

/** What Stripe tells of its own accord, and what of it was missed. */
export function stripeEvents(
  stripe: Stripe,
  {
    apiKey,
    webhookSecrets,
  }: { readonly apiKey: string; readonly webhookSecrets: readonly string[] },
): Pick<BillingProvider, 'readEvent' | 'eventsSince' | 'refusals'> {
  const isLive = /^\w+_live_/.test(apiKey)
  const verified = <T>(read: (secret: string) => T): T => {
    for (const secret of webhookSecrets)
      try {
        return read(secret)
      } catch {
        // The next secret may have signed it.
      }
    throw notGenuine()
  }
  return {
    readEvent: (body, header) => {
      const signature = header('stripe-signature') ?? ''
      if (isNotification(body)) {
        const told = verified((secret) =>
          stripe.parseEventNotification(body, signature, secret, toleranceSeconds),
        )
        if (told.livemode !== isLive) throw notGenuine()
        return {
          id: told.id,
          type: told.type,
          customerId: null,
          refusesUsage: told.type === meterErrors,
        }
      }
      const event = verified((secret) =>
        stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds),
      )
      // An event of test mode says nothing about money.
      if (event.livemode !== isLive) throw notGenuine()
      return { id: event.id, type: event.type, customerId: customerOf(event) }
    },
    eventsSince: (at) =>
      asking(async () => {
        const created = { gte: Math.floor(at.getTime() / 1000) }
        const found: ProviderEvent[] = []
        for await (const event of stripe.events.list({ created, limit: 100 }))
          found.push({ id: event.id, type: event.type, customerId: customerOf(event) })
        return found.toReversed()
      }),
    refusals: (id) =>
      asking(async () => {
        const event = await stripe.v2.core.events.retrieve(id)
        if (event.type !== meterErrors) return []
        return event.data.reason.error_types.flatMap(({ code, sample_errors: samples }) =>
          samples.flatMap(({ request }) => {
            const [, customerId, year, month, day] =
              /^cs\/([^/]+)\/(\d{4})(\d\d)(\d\d)\/\d+$/.exec(request.identifier) ?? []
            return customerId ? [{ customerId, day: `${year}-${month}-${day}`, why: code }] : []
          }),
        )
      }),
  }
}

const notGenuine = () => fail('bad_request', 'This isn’t an event of Stripe’s.')

/** Whether the bytes claim to be one of Stripe’s newer notifications, which say only what happened. */
function isNotification(body: Buffer): boolean {
  try {
    return Reflect.get(Object(JSON.parse(body.toString('utf8'))), 'object') === 'v2.core.event'
  } catch {
    return false
  }
}

/** Whose event it is: the customer’s own id, or the one that its object names. */
function customerOf({ type, data: { object } }: Stripe.Event): string | null {
  const found: unknown =
    type.startsWith('customer.') && !type.startsWith('customer.subscription.')
      ? Reflect.get(object, 'id')
      : Reflect.get(object, 'customer')
  const id: unknown = typeof found === 'object' && found ? Reflect.get(found, 'id') : found
  return typeof id === 'string' ? id : null
}
