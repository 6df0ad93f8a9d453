import { fail } from '@countersign/kit/errors'
import type Chargebee from 'chargebee'
import { invoiceFile } from './invoice-file.ts'
import type { Preview, Sales } from './provider.ts'
import { asking } from './upstream.ts'

/** What customers of Chargebee’s are sold, shown and told. Plans bear the IDs of their item prices. */
export const chargebeeSales = (chargebee: Chargebee, url: string | undefined): Sales => ({
  updateCustomer: (id, { name, email, phone, address, taxId, purchaseOrder }) =>
    asking(async () => {
      await chargebee.customer.update(id, {
        company: name,
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
        // On a subscription it would be missing from the next one.
        invoice_notes: purchaseOrder ? `Purchase order: ${purchaseOrder}` : '',
      })
      await chargebee.customer.updateBillingInfo(id, {
        vat_number: taxId?.value ?? '',
        ...(address && {
          billing_address: {
            line1: address.line1 ?? '',
            line2: address.line2 ?? '',
            city: address.city ?? '',
            state: address.region ?? '',
            zip: address.postal_code ?? '',
            country: address.country ?? '',
          },
        }),
      })
    }),
  checkout: (id, { plan, returnUrl, key }) =>
    asking(async () => {
      const { hosted_page: page } = await chargebee.hostedPage.checkoutNewForItems(
        {
          customer: { id },
          subscription_items: [{ item_price_id: plan, quantity: 1 }],
          redirect_url: `${returnUrl}?checkout=done`,
          cancel_url: `${returnUrl}?checkout=canceled`,
        },
        { 'chargebee-idempotency-key': key },
      )
      return page.url ?? ''
    }),
  invoiceLink: (customer, id) => fileOf(chargebee, customer, id),
  invoicePdf: async (customer, id) =>
    // Its files are in a store of Amazon’s.
    invoiceFile(await fileOf(chargebee, customer, id), {
      hosts: ['.chargebee.com', '.amazonaws.com'],
      url,
    }),
  preview: ({ customer, subscription }) =>
    asking(async (): Promise<Preview> => {
      const { estimate } = await chargebee.estimate.upcomingInvoicesEstimate(customer)
      const next = estimate.invoice_estimates?.find((one) =>
        one.line_items?.some((line) => line.subscription_id === subscription),
      )
      return {
        currency: next?.currency_code ?? 'USD',
        lines: (next?.line_items ?? []).map(({ description, quantity, amount }) => ({
          label: description,
          quantity: quantity ?? null,
          amount_minor: amount ?? 0,
        })),
        total: next?.total ?? 0,
      }
    }),
})

/** Where the PDF of an invoice of this customer’s is, for a few minutes. @throws 404 for another’s */
async function fileOf(chargebee: Chargebee, customer: string, id: string): Promise<string> {
  const { invoice } = await asking(() => chargebee.invoice.retrieve(id))
  if (invoice.customer_id !== customer) throw fail('not_found', 'No such invoice')
  const { download } = await asking(() => chargebee.invoice.pdf(id))
  return download.download_url
}
