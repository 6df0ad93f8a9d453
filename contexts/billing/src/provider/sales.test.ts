import { fail } from '@countersign/kit/errors'
import { afterEach, describe, expect, test } from 'vitest'
import { withBreaker } from './breaker.ts'
import { chargebeeProvider } from './chargebee.ts'
import { fakeChargebee, fakeStripe } from './fake.fixture.ts'
import { stripeProvider, stripeVersion } from './stripe.ts'

const payer = { did: 'did:web:kestrelbay.example', name: 'Kestrel Bay' }
const entity = {
  ...{ name: 'Kestrel Bay Ltd', email: 'bills@kestrelbay.example', phone: null },
  address: {
    ...{ line1: '1 Harbour Road', line2: null, city: 'Singapore', region: null },
    ...{ postal_code: '049483', country: 'SG' },
  },
  taxId: { type: 'sg_gst', value: 'M12345678X' },
  purchaseOrder: 'PO 4711',
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function withStripe() {
  const fake = await fakeStripe('sk_test_a', stripeVersion)
  closing.push(fake.close)
  const options = { apiKey: 'sk_test_a', webhookSecrets: [], url: fake.url, meter: 'transfers' }
  return { fake, provider: await stripeProvider(options), zip: 'address[postal_code]' }
}
async function withChargebee() {
  const fake = await fakeChargebee('key')
  closing.push(fake.close)
  const options = { site: 'acme', apiKey: 'key', webhookLogins: [], url: fake.url }
  const provider = await chargebeeProvider({ ...options, usagePrice: 'transfers' })
  return { fake, provider, zip: 'billing_address[zip]' }
}

describe.each([
  ['stripe', withStripe],
  ['chargebee', withChargebee],
] as const)('[BI-02] %s', (name, open) => {
  test('is told who is billed, as often as one likes', async () => {
    const { fake, provider, zip } = await open()
    const id = await provider.customer(payer)
    await provider.updateCustomer(id, entity)
    await provider.updateCustomer(id, entity)
    expect(fake.told.get(id)).toMatchObject({ [zip]: '049483', email: entity.email })
    const order =
      name === 'stripe'
        ? { 'invoice_settings[custom_fields][0][value]': 'PO 4711' }
        : { invoice_notes: 'Purchase order: PO 4711', vat_number: 'M12345678X' }
    expect(fake.told.get(id)).toMatchObject(order)
    const taxIds = () => ('taxIds' in fake ? (fake.taxIds.get(id) ?? []) : [])
    if (name === 'stripe')
      expect(taxIds()).toEqual([{ id: 'txi_1', type: 'sg_gst', value: 'M12345678X' }])
    // Another one takes its place, and none leaves nothing behind.
    await provider.updateCustomer(id, { ...entity, taxId: { type: 'eu_vat', value: 'MT1' } })
    if (name === 'stripe') expect(taxIds()).toEqual([{ id: 'txi_2', type: 'eu_vat', value: 'MT1' }])
    else expect(fake.told.get(id)).toMatchObject({ vat_number: 'MT1' })
    await provider.updateCustomer(id, { ...entity, taxId: null, purchaseOrder: null })
    expect(taxIds()).toEqual([])
    const none = name === 'stripe' ? {} : { invoice_notes: '', vat_number: '' }
    expect(fake.told.get(id)).toMatchObject(none)
    expect(JSON.stringify(fake.told.get(id))).not.toContain('4711')
    // Nothing known of where they are is no mistake either.
    await provider.updateCustomer(id, { ...entity, email: null, address: null })
    await expect(provider.updateCustomer('nobody', entity)).rejects.toMatchObject({ status: 502 })
  })

  test('sells a plan that it has, by one page for one wish', async () => {
    const { provider } = await open()
    const id = await provider.customer(payer)
    const wish = { plan: 'standard', returnUrl: 'https://desk.example/billing', key: 'k1' }
    const url = await provider.checkout(id, wish)
    expect(url).toMatch(/^https:/)
    expect(await provider.checkout(id, wish)).toBe(url)
    expect(await provider.checkout(id, { ...wish, key: 'k2' })).not.toBe(url)
    await expect(provider.checkout(id, { ...wish, key: 'k3', plan: 'gold' })).rejects.toMatchObject(
      { status: 502, wire: 'UpstreamError' },
    )
  })

  test('shows an invoice to whose it is, and to nobody else', async () => {
    const { fake, provider } = await open()
    const id = await provider.customer(payer)
    const owner = name === 'stripe' ? { customer: id } : { customer_id: id }
    fake.book.invoices.push({
      ...{ id: 'in_1', status: 'open', hosted_invoice_url: 'https://pay.example/in_1', ...owner },
    })
    expect(await provider.invoiceLink(id, 'in_1')).toMatch(/^https:.*in_1/)
    await expect(provider.invoiceLink('another', 'in_1')).rejects.toMatchObject({ status: 404 })
  })

  test('hands on the PDF of an invoice as it is, and nothing that is none', async () => {
    const { fake, provider } = await open()
    const id = await provider.customer(payer)
    const bill = (which: string, address: string) =>
      fake.book.invoices.push(
        name === 'stripe'
          ? { id: which, status: 'open', customer: id, invoice_pdf: address }
          : { id: which, status: 'not_paid', customer_id: id, pdf: address },
      )
    const bytes = Buffer.from('%PDF-1.7 as the provider made it')
    const files = {
      good: bytes,
      page: Buffer.from('<html>Sign in</html>'),
      large: Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024)]),
    }
    for (const [which, file] of Object.entries(files)) {
      fake.files.set(`/files/${which}`, file)
      bill(which, `${fake.url}/files/${which}`)
    }
    bill('gone', `${fake.url}/files/gone`)
    bill('elsewhere', 'https://files.evil.example/in.pdf')
    bill('unsafe', 'http://files.stripe.com/in.pdf')
    expect(await provider.invoicePdf(id, 'good')).toEqual(bytes)
    for (const [which, status] of Object.entries({
      ...{ page: 502, large: 502, elsewhere: 502, unsafe: 502, gone: 503, unknown: 502 },
    }))
      await expect(provider.invoicePdf(id, which), which).rejects.toMatchObject({ status })
    await expect(provider.invoicePdf('another', 'good')).rejects.toMatchObject({ status: 404 })
  })

  test('says what the period is going to cost, of this subscription', async () => {
    const { provider } = await open()
    const customer = await provider.customer(payer)
    expect(await provider.preview({ customer, subscription: 's1' })).toEqual({
      ...{ currency: 'EUR', total: 29_900 },
      lines: [{ label: 'Standard', quantity: 1, amount_minor: 29_900 }],
    })
  })

  test('lists the events since a moment, the oldest first, and its customers with our DID', async () => {
    const { fake, provider } = await open()
    const id = await provider.customer(payer)
    const at = 1_793_000_000
    const event = (which: string, seconds: number) =>
      name === 'stripe'
        ? {
            ...{ id: which, object: 'event', type: 'invoice.paid', created: seconds },
            ...{ livemode: false, data: { object: { customer: id } } },
          }
        : {
            ...{ id: which, event_type: 'payment_succeeded', occurred_at: seconds },
            content: { customer: { id } },
          }
    fake.book.events.push(event('before', at - 60), event('first', at), event('second', at + 9))
    const found = await provider.eventsSince(new Date(at * 1000))
    expect(found.map((one) => [one.id, one.customerId])).toEqual([
      ['first', id],
      ['second', id],
    ])
    fake.book.customers.push({ id: 'other', object: 'customer', metadata: {} })
    expect(await provider.customers()).toEqual([
      { id, did: payer.did },
      { id: 'other', did: null },
    ])
  })
})

test('[BI-02] five failures within 30 seconds give a provider a rest of 30; refusals count for nothing', async () => {
  // Its library repeats nothing by itself.
  const { fake, provider } = await withChargebee()
  const customer = await provider.customer(payer)
  let now = 1_793_000_000_000
  const guarded = withBreaker(provider, () => now)
  const call = () => guarded.portal(customer, { returnUrl: 'https://desk.example' })
  const failed = async () => {
    await expect(call()).rejects.toMatchObject({ status: 503 })
    return fake.asked.length
  }
  fake.fault.status = 404
  for (let n = 0; n < 9; n++) await expect(call()).rejects.toMatchObject({ status: 502 })
  fake.fault.status = 503
  for (let n = 0; n < 4; n++) await failed()
  now += 31_000
  // The first four are too long ago.
  const before = await failed()
  for (let n = 0; n < 3; n++) await failed()
  expect(await failed()).toBeGreaterThan(before)
  const open = fake.asked.length
  await failed()
  expect(fake.asked.length).toBe(open)
  now += 30_000
  delete fake.fault.status
  await call()
  expect(fake.asked.length).toBe(open + 1)
  // What we refuse ourselves is no failure of the provider.
  const own = withBreaker(
    { ...provider, portal: () => Promise.reject(fail('not_found', 'No such customer')) },
    () => now,
  )
  for (let n = 0; n < 6; n++)
    await expect(own.portal('x', { returnUrl: '' })).rejects.toMatchObject({ status: 404 })
})
