import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import { type Call, list, next, type Recipe, text } from './recipe.fixture.ts'

/** A customer of the provider, with an invoice: what only a reading would bring. */
export const standingBilling = `
  insert into billing.customer (vasp_did, provider, customer_id, due_at)
    values ('${kestrelBay}', 'stripe', 'cus_1', now() + interval '1 day')
    on conflict (vasp_did) do update set provider = 'stripe', customer_id = 'cus_1';
  insert into billing.invoice (vasp_did, id, issued_at, status) values ('${kestrelBay}', 'in_1', now(), 'paid')
    on conflict do nothing;
  insert into billing.drift (kind, payer_did, day, ours, theirs, first_seen_at, last_seen_at)
    select 'usage_high', '${kestrelBay}', current_date - n, '1', '2', now(), now()
    from generate_series(1, 400) n`

/** The same as the provider has it. */
export const standingInvoice = {
  ...{ id: 'in_1', customer: 'cus_1', status: 'paid', created: 1_793_000_000 },
  hosted_invoice_url: 'https://invoice.stripe.com/in_1',
}

/** A difference that is open still. */
const open = async (call: Call) =>
  text(list(await call('noor', 'reconciliation.drift', {}), 'data'), 0, 'id')

const exampled = (id: string): Recipe => ({
  ...{ id, as: 'marcus' },
  make: async () => productExamples[id] ?? {},
})

/** What takes a plan or an invoice that is there. */
export const billingRecipes: readonly Recipe[] = [
  exampled('subscription.openPortal'),
  exampled('subscription.checkout'),
  exampled('subscription.setEntity'),
  exampled('subscription.setPayer'),
  exampled('usage.costPreview'),
  // Two days drawn at random are seldom a period.
  ...['usage.get', 'usage.transfers'].map((id) => ({
    ...{ id, as: 'marcus' },
    make: async () => ({ path: { vaspDID: kestrelBay } }),
  })),
  {
    ...{ id: 'invoice.link', as: 'marcus' },
    make: async () => ({ path: { vaspDID: kestrelBay, invoiceId: 'in_1' } }),
  },
  {
    ...{ id: 'reconciliation.difference', as: 'noor' },
    make: async (call) => ({ path: { driftId: await open(call) } }),
  },
  {
    ...{ id: 'reconciliation.decide', as: 'noor' },
    make: async (call) => ({
      path: { driftId: await open(call) },
      body: { action: 'accept', reason: `Settled by phone, call ${next()}` },
    }),
  },
  { id: 'reconciliation.reconcile', as: 'noor', make: async () => ({ body: {} }) },
]
