/** What a fake was asked, as far as what it sells is concerned. */
type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}
type Answer = { readonly status?: number; readonly body: object }
type Example = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What both say when they are in trouble. */
export const troubleOf = (status: number) => {
  const message = 'a secret of the provider’s'
  return { error: { type: 'api_error', message }, message, http_status_code: status }
}

/** A parameter that is a list, with its brackets. */
export const listed = (query: URLSearchParams, name: string) =>
  [...query].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)

const refusal = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: `no ${code}` } },
})

/** The tiers that a form names, in their order. */
const tiersOf = (form: URLSearchParams) =>
  Array.from({ length: 20 }, (_, n) => n)
    .filter((n) => form.has(`tiers[${n}][unit_amount]`))
    .map((n) => {
      const upTo = form.get(`tiers[${n}][up_to]`)
      return {
        up_to: upTo === 'inf' ? null : Number(upTo),
        unit_amount: Number(form.get(`tiers[${n}][unit_amount]`)),
      }
    })

/** Products, prices and portals of a Stripe account. */
export function fakeCatalogue(published: Example, hasMeter: (id: string | null) => boolean) {
  const products = new Map<string, object>()
  const prices = new Map<string, Record<string, unknown>>()
  const portals: object[] = []
  const list = (url: string, data: readonly object[]): Answer => ({
    body: { object: 'list', data, has_more: false, url },
  })
  const make = (form: URLSearchParams): Answer => {
    const key = form.get('lookup_key') ?? ''
    const meter = form.get('recurring[meter]')
    if (prices.has(key)) return refusal('resource_already_exists')
    if (!products.has(form.get('product') ?? '') || (meter !== null && !hasMeter(meter)))
      return refusal('resource_missing')
    const tiers = tiersOf(form)
    if (!form.get('currency') || (tiers.length === 0 && !form.get('unit_amount')))
      return refusal('parameter_missing')
    if (tiers.length > 0 && tiers.at(-1)?.up_to !== null) return refusal('tiers')
    const made = {
      ...published.price,
      ...{ id: `price_${key}`, lookup_key: key, product: form.get('product') },
      ...{ currency: form.get('currency'), ...(tiers.length > 0 && { tiers }) },
      unit_amount: tiers.length > 0 ? null : Number(form.get('unit_amount')),
      recurring: {
        interval: form.get('recurring[interval]'),
        usage_type: form.get('recurring[usage_type]') ?? 'licensed',
        meter,
      },
    }
    prices.set(key, made)
    return { body: made }
  }
  return {
    products,
    prices,
    portals,
    answerTo: ({ method, path, query, form }: Asked): Answer | undefined => {
      if (path === '/v1/billing_portal/configurations' && method === 'GET')
        return list(path, portals)
      if (path === '/v1/products' && method === 'GET')
        return list(
          path,
          [...products].filter(([id]) => query.get('ids[0]') === id).map(([, one]) => one),
        )
      if (path === '/v1/products' && method === 'POST') {
        const id = form.get('id') ?? ''
        if (products.has(id)) return refusal('resource_already_exists')
        const made = { ...published.product, id, name: form.get('name') }
        products.set(id, made)
        return { body: made }
      }
      return path === '/v1/prices' && method === 'POST' ? make(form) : undefined
    },
  }
}

/** Items and prices of a Chargebee site. */
export function fakeItems() {
  const made = new Map<string, Readonly<Record<string, string>>>()
  const attached: { parent: string; item: string }[] = []
  const refuse = (code: string): Answer => ({
    status: 400,
    body: { message: `no ${code}`, api_error_code: code, http_status_code: 400 },
  })
  /** What each kind must name, and of which kind that is. */
  const needs: Readonly<Record<string, readonly [string, string] | undefined>> = {
    items: ['item_families', 'item_family_id'],
    item_prices: ['items', 'item_id'],
  }
  return {
    made,
    attached,
    answerTo: ({ method, path, query, form }: Asked): Answer | undefined => {
      const [, parent] = /^\/api\/v2\/items\/([^/]+)\/attached_items$/.exec(path) ?? []
      if (parent !== undefined) {
        if (!made.has(`items ${parent}`)) return refuse('resource_not_found')
        const own = attached.filter((one) => one.parent === parent)
        if (method === 'GET') {
          const item = query.get('item_id[is]')
          const found = own.filter((one) => one.item === item)
          return { body: { list: found.map((one) => ({ attached_item: { id: one.item } })) } }
        }
        const item = form.get('item_id') ?? ''
        if (!made.has(`items ${item}`)) return refuse('resource_not_found')
        attached.push({ parent, item })
        return { body: { attached_item: { id: item } } }
      }
      const [, kind = ''] = /^\/api\/v2\/(item_families|items|item_prices)$/.exec(path) ?? []
      if (!kind || method !== 'POST') return undefined
      const id = form.get('id') ?? ''
      if (made.has(`${kind} ${id}`)) return refuse('duplicate_entry')
      const [of, name] = needs[kind] ?? []
      if (of && name && !made.has(`${of} ${form.get(name)}`)) return refuse('resource_not_found')
      made.set(`${kind} ${id}`, Object.fromEntries(form))
      return { body: { [kind === 'item_families' ? 'item_family' : kind.slice(0, -1)]: { id } } }
    },
  }
}
