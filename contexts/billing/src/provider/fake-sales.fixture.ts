/** What a fake was asked, as far as sales are concerned. */
type Asked = {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
  readonly headers: Readonly<Record<string, unknown>>
}
type Answer = { readonly status?: number; readonly body: object }

/** Parameters that a call knows; others are refused, as both providers do. */
const strangeIn = (form: URLSearchParams, known: readonly RegExp[]) =>
  [...form.keys()].find((name) => !known.some((one) => one.test(name)))

/** What Stripe keeps of a customer that is changed. */
export function fakeStripeCustomers(customers: ReadonlyMap<string, object>) {
  const known = [
    /^(name|email|phone|address)$/,
    /^invoice_settings\[custom_fields\](\[0\]\[(name|value)\])?$/,
    /^address\[(line1|line2|city|state|postal_code|country)\]$/,
  ]
  const told = new Map<string, Readonly<Record<string, string>>>()
  const taxIds = new Map<string, { id: string; type: string | null; value: string | null }[]>()
  let made = 0
  return {
    told,
    taxIds,
    answerTo: ({ method, path, form }: Asked): Answer | undefined => {
      const [, id = '', tax, taxId] =
        /^\/v1\/customers\/([^/]+)(\/tax_ids)?(?:\/([^/]+))?$/.exec(path) ?? []
      if (!id || (!tax && method !== 'POST')) return undefined
      const refuse = (code: string, status: number): Answer => ({
        status,
        body: { error: { type: 'invalid_request_error', code, message: `no ${code}` } },
      })
      if (![...customers.values()].some((one) => Reflect.get(one, 'id') === id))
        return refuse('resource_missing', 404)
      const own = taxIds.get(id) ?? []
      if (tax && method === 'GET')
        return { body: { object: 'list', data: own, has_more: false, url: path } }
      if (tax && method === 'DELETE') {
        taxIds.set(
          id,
          own.filter((one) => one.id !== taxId),
        )
        return { body: { id: taxId, object: 'tax_id', deleted: true } }
      }
      if (tax) {
        const one = { id: `txi_${++made}`, type: form.get('type'), value: form.get('value') }
        if (!['eu_vat', 'sg_gst'].includes(one.type ?? '')) return refuse('tax_id_invalid', 400)
        if (own.some(({ type, value }) => type === one.type && value === one.value))
          return refuse('resource_already_exists', 400)
        taxIds.set(id, [...own, one])
        return { body: { ...one, object: 'tax_id' } }
      }
      if (strangeIn(form, known)) return refuse('parameter_unknown', 400)
      told.set(id, Object.fromEntries(form))
      return { body: { id, object: 'customer' } }
    },
  }
}

/** What Chargebee sells and shows to its customers. */
export function fakeChargebeeSales(
  customers: ReadonlySet<string>,
  invoices: readonly Readonly<Record<string, unknown>>[],
) {
  const told = new Map<string, Record<string, string>>()
  const pages = new Map<string, { sent: string; url: string }>()
  const sells = ['standard', 'group']
  const refuse = (status: number, code: string): Answer => ({
    status,
    body: { message: `no ${code}`, api_error_code: code, http_status_code: status },
  })
  const billing = /^billing_address\[(line1|line2|city|state|zip|country)\]$/
  return {
    told,
    pages,
    answerTo: ({ method, path, form, headers }: Asked): Answer | undefined => {
      const [, id = '', act] =
        /^\/api\/v2\/customers\/([^/]+)(\/update_billing_info)?$/.exec(path) ?? []
      if (method === 'POST' && id) {
        if (!customers.has(id)) return refuse(404, 'resource_not_found')
        if (
          strangeIn(
            form,
            act ? [billing, /^vat_number$/] : [/^(company|email|phone|invoice_notes)$/],
          )
        )
          return refuse(400, 'param_wrong_value')
        told.set(id, { ...told.get(id), ...Object.fromEntries(form) })
        return { body: { customer: { id } } }
      }
      if (method === 'POST' && path === '/api/v2/hosted_pages/checkout_new_for_items') {
        const key = String(headers['chargebee-idempotency-key'])
        const sent = form.toString()
        const before = pages.get(key)
        if (before && before.sent !== sent) return refuse(400, 'invalid_request')
        if (!customers.has(form.get('customer[id]') ?? '')) return refuse(404, 'resource_not_found')
        if (!sells.includes(form.get('subscription_items[item_price_id][0]') ?? ''))
          return refuse(404, 'resource_not_found')
        const page = before ?? { sent, url: `https://acme.chargebee.com/pages/${pages.size + 1}` }
        pages.set(key, page)
        return { body: { hosted_page: { id: 'hp_1', url: page.url } } }
      }
      const [, invoice, pdf] = /^\/api\/v2\/invoices\/([^/]+)(\/pdf)?$/.exec(path) ?? []
      if (invoice) {
        const found = invoices.find((one) => one.id === invoice)
        if (!found) return refuse(404, 'resource_not_found')
        if (method === 'GET' && !pdf) return { body: { invoice: found } }
        const url = found.pdf ?? `https://acme.chargebee.com/${invoice}.pdf`
        return { body: { download: { download_url: url, valid_till: 1_800_000_000 } } }
      }
      const [, asked = ''] =
        /^\/api\/v2\/customers\/([^/]+)\/upcoming_invoices_estimate$/.exec(path) ?? []
      if (method !== 'GET' || !asked) return undefined
      const line = { description: 'Standard', quantity: 1, amount: 29_900, subscription_id: 's1' }
      const others = { ...line, subscription_id: 's0', amount: 1 }
      return {
        body: {
          estimate: {
            invoice_estimates: [
              { currency_code: 'USD', total: 1, line_items: [others] },
              { currency_code: 'EUR', total: 29_900, line_items: [line] },
            ],
          },
        },
      }
    },
  }
}
