import { readFileSync } from 'node:fs'

type Fields = Readonly<Record<string, unknown>>

/** Stripe’s own examples of its objects, as published in its `fixtures3.json` (MIT). */
export const published: Readonly<Record<string, Fields>> = JSON.parse(
  readFileSync(new URL('./stripe-objects.json', import.meta.url), 'utf8'),
)

/** What lists hold, where their entries don't say it. */
const kinds: Readonly<Record<string, string>> = {
  subscriptions: 'subscription',
  subscription_items: 'subscription_item',
  invoices: 'invoice',
  customers: 'customer',
  prices: 'price',
  events: 'event',
  tax_ids: 'tax_id',
  configurations: 'billing_portal.configuration',
}
/** Of an object that a field holds, where it doesn't say it. */
const inField: Readonly<Record<string, string>> = { latest_invoice: 'invoice', price: 'price' }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that Stripe shows on request only, and its examples therefore don't have. */
const expanded: Readonly<Record<string, readonly string[]>> = { price: ['tiers'] }

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/**
 * An object as Stripe would show it: with each field of its published example. What a fake says of it must be a field
 * there, and of the same JSON type; an example that is null tells no type.
 */
export function asStripeShows(value: unknown, kind?: string): unknown {
  if (!isFields(value)) return value
  const object = typeof value.object === 'string' ? value.object : kind
  if (object === 'list') return listOf(value)
  // Only version 1 of the API has published examples.
  if (object?.startsWith('v2.')) return value
  const example = published[`${value.deleted === true ? 'deleted_' : ''}${object}`]
  if (object === undefined || !example) throw new Error(`Stripe publishes no example of ${object}`)
  const shown: Record<string, unknown> = { ...example, object, ...datesOf(object, value) }
  for (const [name, own] of Object.entries(value)) {
    const known = example[name]
    if (own === known) continue
    const isThere = name in example || expanded[object]?.includes(name)
    if (!isThere) throw new Error(`A ${object} of Stripe’s has no ${name}`)
    const isIdOrObject = typeof known === 'string' && isFields(own)
    if (
      own !== null &&
      known !== null &&
      known !== undefined &&
      typeOf(own) !== typeOf(known) &&
      !isIdOrObject
    )
      throw new Error(`${name} of a ${object} is no ${typeOf(own)} at Stripe’s`)
    const held = isFields(own) && (typeof own.object === 'string' ? own.object : inField[name])
    shown[name] = held ? asStripeShows(own, held) : own
  }
  return shown
}

/** The example of an invoice is of 2009: where a test says when one was made, its other dates follow. */
const datesOf = (object: string, { created }: Fields) =>
  object === 'invoice' && created !== undefined ? { effective_at: created, due_date: null } : {}

function listOf({ data, url, ...rest }: Fields): Fields {
  const kind = kinds[String(url).split('/').at(-1) ?? '']
  const entries = Array.isArray(data) ? data.map((one) => asStripeShows(one, kind)) : data
  return { object: 'list', data: entries, url, ...rest }
}

type Answer = { readonly status?: number; readonly body: object }

/** Lets out only what Stripe would say. */
export function stripesOnly() {
  const wrong: string[] = []
  return {
    answerOf: (
      { method, path }: { readonly method: string; readonly path: string },
      answer: Answer,
    ): Answer => {
      if (answer.status !== undefined && answer.status !== 200) return answer
      try {
        return { body: Object(asStripeShows(answer.body)) }
      } catch (error) {
        wrong.push(`${method} ${path}: ${error}`)
        return { status: 400, body: { error: { type: 'invalid_request_error', code: 'unlike' } } }
      }
    },
    /** A test whose Stripe said something else proves nothing. */
    check: () => {
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    },
  }
}
