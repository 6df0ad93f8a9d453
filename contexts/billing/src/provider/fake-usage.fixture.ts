/** What a fake was asked, as far as usage is concerned. */
type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly headers: Readonly<Record<string, unknown>>
}
type Answer = { readonly status?: number; readonly body: object }

const daySeconds = 86_400
const dayOf = (seconds: number) => seconds - (seconds % daySeconds)

/** A meter of Stripe’s: of several events of one customer within its window, the newest counts. */
export function fakeMeter(
  example: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  clock: () => number,
) {
  type Event = { customer: string; value: number; timestamp: number; identifier: string }
  const events: Event[] = []
  const answers = new Map<string, { sent: string; answer: Answer }>()
  const settings = {
    name: 'countersign_transfers',
    isThere: true,
    /** `null` is a meter that adds up, as none of ours may. */
    window: 'day' as 'day' | null,
    /** Which of two events within a window is the newer one. */
    newest: 'timestamp' as 'timestamp' | 'arrival',
  }
  const refuse = (code: string): Answer => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message: `no ${code}` } },
  })
  /** The units of a day, as the meter counts them. */
  const countOf = (customer: string, day: number): number => {
    const own = events.filter(
      (one) => one.customer === customer && dayOf(one.timestamp) === dayOf(day),
    )
    if (settings.window === null) return own.reduce((sum, { value }) => sum + value, 0)
    const rank = (one: Event) => (settings.newest === 'timestamp' ? one.timestamp : 0)
    return (
      own.reduce<Event | undefined>(
        (best, one) => (best && rank(one) < rank(best) ? best : one),
        undefined,
      )?.value ?? 0
    )
  }
  const meter = () => ({
    ...example['billing.meter'],
    ...{ id: 'mtr_1', event_name: settings.name, event_time_window: settings.window },
  })
  return {
    settings,
    events,
    unitsOf: countOf,
    answerTo: ({ method, path, query, form, headers }: Asked): Answer | undefined => {
      if (method === 'GET' && path === '/v1/billing/meters')
        return {
          body: {
            ...{ object: 'list', has_more: false, url: path },
            data: settings.isThere ? [meter()] : [],
          },
        }
      if (method === 'POST' && path === '/v1/billing/meters') {
        if (settings.isThere || form.get('default_aggregation[formula]') !== 'sum')
          return refuse('resource_already_exists')
        const window = form.get('event_time_window')
        settings.isThere = true
        settings.name = form.get('event_name') ?? ''
        settings.window = window === 'day' ? 'day' : null
        return { body: meter() }
      }
      if (method === 'GET' && path === '/v1/billing/meters/mtr_1/event_summaries') {
        const [start, end] = [Number(query.get('start_time')), Number(query.get('end_time'))]
        if (start % daySeconds !== 0 || end % daySeconds !== 0) return refuse('start_time')
        const days = Array.from(
          { length: (end - start) / daySeconds },
          (_, n) => start + n * daySeconds,
        )
        const data = days.map((day) => ({
          ...example['billing.meter_event_summary'],
          ...{ start_time: day, end_time: day + daySeconds },
          aggregated_value: countOf(query.get('customer') ?? '', day),
        }))
        return { body: { object: 'list', data, has_more: false, url: path } }
      }
      if (method !== 'POST' || path !== '/v1/billing/meter_events') return undefined
      // A repeated call gets the answer of the first one, and is not carried out again.
      const key = headers['idempotency-key'] ?? ''
      const before = answers.get(String(key))
      if (before)
        return before.sent === form.toString() ? before.answer : refuse('idempotency_error')
      const [timestamp, value] = [Number(form.get('timestamp')), Number(form.get('payload[value]'))]
      const identifier = form.get('identifier') ?? ''
      const now = clock() / 1000
      if (form.get('event_name') !== settings.name) return refuse('resource_missing')
      if (!Number.isInteger(value) || value < 0) return refuse('value')
      if (timestamp > now + 300 || timestamp < now - 35 * daySeconds) return refuse('timestamp')
      if (events.some((one) => one.identifier === identifier)) return refuse('identifier')
      const customer = form.get('payload[stripe_customer_id]') ?? ''
      events.push({ customer, value, timestamp, identifier })
      const answer = { body: { ...example['billing.meter_event'], identifier, timestamp } }
      if (key) answers.set(String(key), { sent: form.toString(), answer })
      return answer
    },
  }
}

/** Usages of Chargebee’s: one for each subscription, price and date. */
export function fakeUsages() {
  type Usage = {
    id: string
    subscription_id: string
    item_price_id: string
    quantity: string
    usage_date: number
  }
  const usages: Usage[] = []
  let made = 0
  const refuse = (code: string): Answer => ({
    status: code === 'resource_not_found' ? 404 : 400,
    body: { message: `no ${code}`, api_error_code: code, http_status_code: 400 },
  })
  return {
    usages,
    price: 'transfers',
    most: { lifetime: 5_000 },
    answerTo({ method, path, query, form }: Asked): Answer | undefined {
      if (method === 'GET' && path === '/api/v2/usages') {
        const on = query.get('usage_date[on]')
        const [from, to]: unknown[] = JSON.parse(query.get('usage_date[between]') ?? '[null, null]')
        const list = usages.filter(
          (one) =>
            one.subscription_id === query.get('subscription_id[is]') &&
            one.item_price_id === query.get('item_price_id[is]') &&
            (on === null || dayOf(one.usage_date) === dayOf(Number(on))) &&
            (from === null || (one.usage_date >= Number(from) && one.usage_date <= Number(to))),
        )
        return { body: { list: list.map((usage) => ({ usage })) } }
      }
      const [, named = '', act] =
        /^\/api\/v2\/subscriptions\/([^/]+)\/(usages|delete_usage)$/.exec(path) ?? []
      if (method !== 'POST' || !act) return undefined
      const subscription_id = decodeURIComponent(named)
      const id = form.get('id') ?? ''
      if (act === 'delete_usage') {
        const at = usages.findIndex((one) => one.id === id)
        if (at < 0) return refuse('resource_not_found')
        const [usage] = usages.splice(at, 1)
        return { body: { usage } }
      }
      const usage = {
        ...{ id, subscription_id, item_price_id: form.get('item_price_id') ?? '' },
        ...{ quantity: form.get('quantity') ?? '', usage_date: Number(form.get('usage_date')) },
      }
      if (usage.item_price_id !== this.price) return refuse('param_wrong_value')
      const taken = usages.some(
        (one) =>
          one.id === id ||
          (one.subscription_id === subscription_id &&
            dayOf(one.usage_date) === dayOf(usage.usage_date)),
      )
      if (taken || ++made > this.most.lifetime) return refuse('invalid_request')
      usages.push(usage)
      return { body: { usage } }
    },
  }
}
