import type { Input } from '@countersign/contracts'
import { invoice as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { findCustomer, findInvoices } from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'

/** As the provider last said, newest first. */
async function list({ tx, company, deps }: CompanyCall<BillingDeps, Caller, DB>) {
  const customer = deps.provider && (await findCustomer(tx, company, deps.provider.name))
  const found = customer ? await findInvoices(tx, company) : []
  return {
    data: found.map((one) => ({
      id: one.id,
      number: one.number,
      date: one.issuedAt.toISOString(),
      due_date: one.dueAt?.toISOString() ?? null,
      status: one.status,
      currency: one.currency,
      total_minor: one.totalMinor,
      amount_due_minor: one.dueMinor,
    })),
  }
}

/** A fresh link, never stored. @throws 404, 501, 502, 503 */
async function link(
  { deps: { database, provider: configured }, actor, at }: Call<BillingDeps, Caller>,
  { vaspDID: did, invoiceId }: Input<(typeof contract)['link']>,
): Promise<{ url: string }> {
  if (!configured) throw fail('not_configured', 'Billing isn’t set up here')
  const [customer, invoices] = await database.withTenant(did, async (tx) => [
    await findCustomer(tx, did, configured.name),
    await findInvoices(tx, did),
  ])
  if (!customer || !invoices.some(({ id }) => id === invoiceId))
    throw fail('not_found', 'No such invoice')
  const provider = await configured.load()
  const url = await provider.invoiceLink(customer.customerId, invoiceId)
  await database.withTenant(did, (tx) =>
    audit(tx, actor, at, { company: did, action: 'billing.openInvoice', object: invoiceId }),
  )
  return { url }
}

/** What companies are billed. */
export const invoice = handlers(contract, { list, link })
