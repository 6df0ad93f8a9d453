import type { Input } from '@countersign/contracts'
import {
  type BillingEntity,
  subscription as contract,
  type Limits,
  type Subscription,
} from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { asFailure, fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { accessOf, findStanding, graceEndOf, planOf, stateOf } from '../plan/index.ts'
import { findCustomer, findInvoices } from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'
import { findReported, monthOf, reachedAt, unitsIn } from '../usage/index.ts'
import { checkout } from './checkout.ts'
import { customerOf } from './customer.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** Overdue by this much, what we know is called stale. */
const staleMs = 10 * 60_000

/** As the provider last said. Without one, or a subscription, a company is on the free plan. */
async function get({ tx, company, at, deps }: Calling): Promise<Subscription> {
  const known = deps.plans && (await findStanding(tx, company))
  const customer = deps.provider && (await findCustomer(tx, company, deps.provider.name))
  const invoices = customer ? await findInvoices(tx, company) : []
  const month = monthOf(at)
  const { start, end } =
    known?.periodStart && known.periodEnd
      ? { start: known.periodStart, end: known.periodEnd }
      : month
  const plan = deps.plans && planOf(deps.plans, known, at)
  // Who has no subscription at a provider is counted here alone.
  const tracked =
    customer && known?.subscriptionId
      ? await findReported(tx, company, start, end)
      : { reported: await unitsIn(tx, company, start, end), waiting: 0 }
  return {
    did: company,
    customer_id: customer?.customerId ?? known?.customerId ?? null,
    subscription_id: known?.subscriptionId ?? null,
    current_billing_period_usage: tracked.reported,
    subscription_type: plan?.type ?? 'SUNRISE',
    subscription_status: known?.status ?? 'none',
    provider: deps.provider?.name ?? null,
    invoice_info: {
      invoices: invoices.map(({ issuedAt, dueAt, status }) => ({
        date: issuedAt.toISOString(),
        due_date: dueAt?.toISOString() ?? null,
        status,
      })),
      hosted_page_url: known?.hostedPageUrl ?? null,
    },
    plan: plan?.key ?? 'free',
    billing_customer_did: company,
    untracked_usage_in_period: tracked.waiting,
    period: { start: start.toISOString(), end: end.toISOString() },
    access: accessOf(known, at),
    grace_ends_at: (known && graceEndOf(known))?.toISOString() ?? null,
    as_of: (known?.readAt ?? at).toISOString(),
    stale: customer !== undefined && at.getTime() - customer.dueAt.getTime() > staleMs,
  }
}

type Own = Call<BillingDeps, Caller>

/** The same of whoever pays, with a fresh link to the provider’s portal if it is asked for. */
async function customer(
  call: Own,
  { did, query }: Input<(typeof contract)['customer']>,
): Promise<Subscription> {
  const { database } = call.deps
  const shown = await database.withTenant(did, (tx) => get({ ...call, tx, company: did }))
  if (query.include_portal_session !== 'true' || !shown.provider) return shown
  return { ...shown, ...(await linkOf(call, did)) }
}

/** A link for who is a customer already: reading makes nobody one, and shows the rest while the provider is away. */
async function linkOf(
  { deps: { database, provider: configured, returnUrl }, actor, at }: Own,
  company: string,
): Promise<Pick<Subscription, 'portal_session_url' | 'portal_session_error'>> {
  if (!configured) return {}
  const known = await database.withTenant(company, (tx) =>
    findCustomer(tx, company, configured.name),
  )
  if (!known) return { portal_session_error: 'PaymentNoCustomerError' }
  try {
    const provider = await configured.load()
    const url = await provider.portal(known.customerId, returnUrl)
    await database.withTenant(company, (tx) => audit(tx, actor, at, opened(company)))
    return { portal_session_url: url }
  } catch (error) {
    const failure = asFailure(error)
    if (!failure.wire) throw error
    return { portal_session_error: failure.wire }
  }
}

const opened = (company: string) => ({ company, action: 'billing.openPortal' })

/** Payers become customers when they first open the portal, never at sign-up. @throws 501, 502, 503 */
async function openPortal(
  { deps, actor, at }: Own,
  { vaspDID: did, body }: Input<(typeof contract)['openPortal']>,
): Promise<{ url: string }> {
  const { database, returnUrl } = deps
  const { provider, id } = await customerOf(deps, did)
  const url = await provider.portal(id, `${returnUrl}${body.return_path ?? ''}`)
  await database.withTenant(did, (tx) => audit(tx, actor, at, opened(did)))
  return { url }
}

/** How much of each limit is used. */
async function limits({ tx, company, at, deps }: Calling): Promise<Limits> {
  const plan = deps.plans && planOf(deps.plans, await findStanding(tx, company), at)
  const limit = plan?.transfersPerMonth ?? null
  const { start, end } = monthOf(at)
  const used = await unitsIn(tx, company, start, end)
  const state = stateOf(used, limit)
  const since =
    limit !== null && state === 'reached'
      ? limit === 0
        ? start
        : await reachedAt(tx, company, start, limit)
      : null
  return {
    plan: plan?.key ?? 'free',
    limits: [
      {
        key: 'outgoing_sent',
        used,
        limit,
        state,
        reached_at: since?.toISOString() ?? null,
        resets_at: end.toISOString(),
      },
    ],
  }
}

/** As long as nobody has entered who is billed, it is the company, as its profile says. */
async function entity({ tx, company, deps }: Calling): Promise<BillingEntity> {
  const [known] = await deps.companies(tx, [company])
  if (!known) throw fail('not_found', 'No such company')
  const { name, incorporation: country } = known
  return {
    vasp_did: company,
    billing_customer_did: company,
    inherited: false,
    payer_name: name,
    legal_name: name,
    email: null,
    contact_name: null,
    phone: null,
    address: country === null ? null : { ...unknownAddress, country },
    tax_id: null,
    purchase_order: null,
    currency: 'USD',
    provider: deps.provider?.name ?? null,
    proposed: true,
    editable: false,
    updated_at: null,
  }
}

const unknownAddress = { line1: null, line2: null, city: null, region: null, postal_code: null }

/** What companies pay for and use. */
export const subscription = handlers(contract, {
  get,
  customer,
  openPortal,
  checkout,
  limits,
  entity,
})
