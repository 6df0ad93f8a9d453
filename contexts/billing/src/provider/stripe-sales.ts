import { fail } from '@countersign/kit/errors'
import type { Stripe } from 'stripe'
import { invoiceFile } from './invoice-file.ts'
import type { BilledTo, Preview, Sales } from './provider.ts'
import { asking } from './upstream.ts'

/** Names the price that transfers of a plan are counted for, where the plan has one. */
export const meteredKey = (plan: string) => `${plan}-transfers`

/** What customers of Stripe’s are sold, shown and told. */
export const stripeSales = (stripe: Stripe, url: string | undefined): Sales => ({
  updateCustomer: (customer, { name, email, phone, address, taxId, purchaseOrder }) =>
    asking(async () => {
      await stripe.customers.update(customer, {
        name,
        email: email ?? '',
        phone: phone ?? '',
        address: address
          ? {
              line1: address.line1 ?? '',
              line2: address.line2 ?? '',
              city: address.city ?? '',
              state: address.region ?? '',
              postal_code: address.postal_code ?? '',
              country: address.country ?? '',
            }
          : '',
        invoice_settings: {
          custom_fields: purchaseOrder ? [{ name: 'Purchase order', value: purchaseOrder }] : '',
        },
      })
      await setTaxId(stripe, customer, taxId)
    }),
  // Prices are found by what we call them: no ID of Stripe’s stands in our configuration.
  checkout: async (customer, { plan, returnUrl, key }) => {
    const url = await asking(async () => {
      const keys = [plan, meteredKey(plan)]
      const { data } = await stripe.prices.list({ lookup_keys: keys, active: true })
      if (!data.some(({ lookup_key }) => lookup_key === plan)) return undefined
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          // A metered price has no quantity.
          line_items: data.map(({ id, lookup_key }) =>
            lookup_key === plan ? { price: id, quantity: 1 } : { price: id },
          ),
          success_url: `${returnUrl}?checkout=done`,
          cancel_url: `${returnUrl}?checkout=canceled`,
        },
        { idempotencyKey: key },
      )
      return session.url ?? ''
    })
    if (url === undefined) throw notSold()
    return url
  },
  invoiceLink: async (customer, id) => {
    const { hosted_invoice_url: page, invoice_pdf: file } = await invoiceOf(stripe, customer, id)
    const link = page ?? file
    if (!link) throw fail('not_found', 'This invoice has no page yet')
    return link
  },
  invoicePdf: async (customer, id) => {
    const { invoice_pdf: file } = await invoiceOf(stripe, customer, id)
    if (!file) throw fail('not_found', 'This invoice has no PDF yet')
    return invoiceFile(file, { hosts: ['.stripe.com'], url })
  },
  preview: ({ customer, subscription }) =>
    asking(async (): Promise<Preview> => {
      const { currency, lines, total } = await stripe.invoices.createPreview({
        customer,
        subscription,
      })
      return {
        currency: currency.toUpperCase(),
        lines: lines.data.map(({ description, quantity, amount }) => ({
          label: description ?? 'Subscription',
          quantity,
          amount_minor: amount,
        })),
        total,
      }
    }),
})

/** An invoice of this customer’s. @throws 404 for another’s */
async function invoiceOf(stripe: Stripe, customer: string, id: string): Promise<Stripe.Invoice> {
  const invoice = await asking(() => stripe.invoices.retrieve(id))
  const owner = typeof invoice.customer === 'object' ? invoice.customer?.id : invoice.customer
  if (owner !== customer) throw fail('not_found', 'No such invoice')
  return invoice
}

/** Leaves a customer with this tax ID alone. Stripe refuses to have one twice, so what is there stays. */
async function setTaxId(stripe: Stripe, customer: string, wanted: BilledTo['taxId']) {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 })
  const isWanted = ({ type, value }: { type: string; value: string }) =>
    type === wanted?.type && value === wanted.value
  for (const one of data) if (!isWanted(one)) await stripe.customers.deleteTaxId(customer, one.id)
  if (wanted && !data.some(isWanted))
    await stripe.customers.createTaxId(customer, { type: wanted.type, value: wanted.value })
}

/** The deployer offers a plan that the provider doesn’t sell. */
export const notSold = () =>
  fail('bad_gateway', 'The billing provider doesn’t sell this plan.', { wire: 'UpstreamError' })
