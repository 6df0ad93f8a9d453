import type { Input } from '@countersign/contracts'
import {
  type BillingEntity,
  subscription as contract,
  type Limits,
  type Subscription,
} from '@countersign/contracts/billing'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { accessOf, findStanding, graceEndOf, planOf, stateOf } from '../plan/index.ts'
import { findCustomer, findInvoices, storeCustomer } from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'
import { monthOf, reachedAt, unitsIn } from '../usage/index.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** Overdue by this much, what we know is called stale. */
const staleMs = 10 * 60_000

/** As the provider last said. Without one, or a subscription, a company is on the free plan. */
async function get({ tx, company, at, deps }: Calling): Promise<Subscription> {
  const known = deps.plans && (await findStanding(tx, company))
  const customer = deps.provider && (await findCustomer(tx, company))
  const invoices = customer ? await findInvoices(tx, company) : []
  const month = monthOf(at)
  const { start, end } =
    known?.periodStart && known.periodEnd
      ? { start: known.periodStart, end: known.periodEnd }
      : month
  const plan = deps.plans && planOf(deps.plans, known, at)
  return {
    did: company,
    customer_id: customer?.customerId ?? known?.customerId ?? null,
    subscription_id: known?.subscriptionId ?? null,
    current_billing_period_usage: await unitsIn(tx, company, start, end),
    subscription_type: plan?.type ?? 'SUNRISE',
    subscription_status: known?.status ?? 'none',
    provider: customer?.provider ?? null,
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
    untracked_usage_in_period: 0,
    period: { start: start.toISOString(), end: end.toISOString() },
    access: accessOf(known, at),
    grace_ends_at: (known && graceEndOf(known))?.toISOString() ?? null,
    as_of: (known?.readAt ?? at).toISOString(),
    stale: customer !== undefined && at.getTime() - customer.dueAt.getTime() > staleMs,
  }
}

type Own = Call<BillingDeps, Caller>

/** The same of whoever pays, with a fresh link to the provider’s portal if it is asked for. @throws 502, 503 */
async function customer(
  call: Own,
  { did, query }: Input<(typeof contract)['customer']>,
): Promise<Subscription> {
  const { deps } = call
  const portal = query.include_portal_session === 'true' ? await portalOf(deps, did) : undefined
  const shown = await deps.database.withTenant(did, (tx) => get({ ...call, tx, company: did }))
  return portal === undefined ? shown : { ...shown, portal_session_url: portal }
}

/** Payers become customers when they first open the portal, never at sign-up. */
async function portalOf(
  { database, provider: load, companies, returnUrl }: BillingDeps,
  did: string,
) {
  const provider = await load?.()
  if (!provider) return undefined
  const [known, company] = await database.withTenant(did, async (tx) => [
    await findCustomer(tx, did),
    (await companies(tx, [did]))[0],
  ])
  if (known?.provider === provider.name) return provider.portal(known.customerId, returnUrl)
  const customerId = await provider.customer({ did, name: company?.name ?? did })
  await database.withTenant(did, (tx) => storeCustomer(tx, did, provider.name, customerId))
  return provider.portal(customerId, returnUrl)
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
    provider: null,
    proposed: true,
    editable: false,
    updated_at: null,
  }
}

const unknownAddress = { line1: null, line2: null, city: null, region: null, postal_code: null }

/** What companies pay for and use. */
export const subscription = handlers(contract, { get, customer, limits, entity })
