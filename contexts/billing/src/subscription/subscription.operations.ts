import type { Input } from '@countersign/contracts'
import { subscription as contract, type Subscription } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { asFailure } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { entity, setEntity, setPayer } from '../entity/index.ts'
import { handlers } from '../handlers.ts'
import { accessOf, findPayer, findStanding, graceEndOf, planOf } from '../plan/index.ts'
import { findCustomer, findInvoices } from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'
import { findReported, monthOf, unitsIn, unitsPaidBy, unitsPaidFor } from '../usage/index.ts'
import { checkout } from './checkout.ts'
import { customerOf } from './customer.ts'
import { limits } from './limits.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** Overdue by this much, what we know is called stale. */
const staleMs = 10 * 60_000

/** As the provider last said. Without one, or a subscription, a company is on the free plan. */
async function get({ tx, company, at, deps }: Calling): Promise<Subscription> {
  const payer = await findPayer(tx, company, at)
  const isPayer = payer === company
  const known = deps.plans && (await findStanding(tx, payer))
  const customer =
    isPayer && deps.provider ? await findCustomer(tx, company, deps.provider.name) : undefined
  const invoices = customer ? await findInvoices(tx, company) : []
  const month = monthOf(at)
  const { start, end } =
    known?.periodStart && known.periodEnd
      ? { start: known.periodStart, end: known.periodEnd }
      : month
  const plan = deps.plans && planOf(deps.plans, known, at)
  // Who has no subscription at a provider is counted here alone.
  const tracked = known?.subscriptionId
    ? await (isPayer ? findReported : unitsPaidFor)(tx, company, start, end)
    : { reported: await (isPayer ? unitsPaidBy : unitsIn)(tx, company, start, end), waiting: 0 }
  return {
    did: company,
    // Of another payer, the plan and its status alone are shown.
    customer_id: customer?.customerId ?? (isPayer ? (known?.customerId ?? null) : null),
    subscription_id: isPayer ? (known?.subscriptionId ?? null) : null,
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
      hosted_page_url: isPayer ? (known?.hostedPageUrl ?? null) : null,
    },
    plan: plan?.key ?? 'free',
    billing_customer_did: payer,
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
    const { url } = await provider.portal(known.customerId, { returnUrl })
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
): Promise<{ url: string; expires_at: string }> {
  const { database, returnUrl } = deps
  const { provider, id } = await customerOf(deps, did)
  const { url, endsAt } = await provider.portal(id, {
    returnUrl: `${returnUrl}${body.return_path ?? ''}`,
    flow: body.flow,
  })
  await database.withTenant(did, (tx) => audit(tx, actor, at, opened(did)))
  return { url, expires_at: (endsAt ?? new Date(at.getTime() + linkMs)).toISOString() }
}

/** As long as a link lasts of whose end its provider says nothing. */
const linkMs = 5 * 60_000

/** What companies pay for and use. */
export const subscription = handlers(contract, {
  get,
  customer,
  openPortal,
  checkout,
  limits,
  entity,
  setEntity,
  setPayer,
})
