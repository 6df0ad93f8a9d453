import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import type { Recipe } from './recipe.fixture.ts'

/** A customer of the provider, with an invoice: what only a reading would bring. */
export const standingBilling = `
  insert into billing.customer (vasp_did, provider, customer_id, due_at)
    values ('${kestrelBay}', 'stripe', 'cus_1', now() + interval '1 day')
    on conflict (vasp_did) do update set provider = 'stripe', customer_id = 'cus_1';
  insert into billing.invoice (vasp_did, id, issued_at, status) values ('${kestrelBay}', 'in_1', now(), 'paid')
    on conflict do nothing`

/** The same as the provider has it. */
export const standingInvoice = {
  ...{ id: 'in_1', customer: 'cus_1', status: 'paid', created: 1_793_000_000 },
  hosted_invoice_url: 'https://invoice.stripe.com/in_1',
}

const exampled = (id: string): Recipe => ({
  ...{ id, as: 'marcus' },
  make: async () => productExamples[id] ?? {},
})

/** What takes a plan or an invoice that is there. */
export const billingRecipes: readonly Recipe[] = [
  exampled('subscription.openPortal'),
  exampled('subscription.checkout'),
  exampled('usage.costPreview'),
  {
    ...{ id: 'invoice.link', as: 'marcus' },
    make: async () => ({ path: { vaspDID: kestrelBay, invoiceId: 'in_1' } }),
  },
]
