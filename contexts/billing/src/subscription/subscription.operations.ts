import {
  type BillingEntity,
  subscription as contract,
  type Limits,
  type Subscription,
} from '@countersign/contracts/billing'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { accessOf, findStanding, graceEndOf, planOf, stateOf } from '../plan/index.ts'
import type { DB } from '../tables.gen.ts'
import { monthOf, reachedAt, unitsIn } from '../usage/index.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** As the provider last said. Without one, or a subscription, a company is on the free plan. */
async function get({ tx, company, at, deps }: Calling): Promise<Subscription> {
  const known = deps.plans && (await findStanding(tx, company))
  const month = monthOf(at)
  const { start, end } =
    known?.periodStart && known.periodEnd
      ? { start: known.periodStart, end: known.periodEnd }
      : month
  const plan = deps.plans && planOf(deps.plans, known, at)
  return {
    did: company,
    customer_id: known?.customerId ?? null,
    subscription_id: known?.subscriptionId ?? null,
    current_billing_period_usage: await unitsIn(tx, company, start, end),
    subscription_type: plan?.type ?? 'SUNRISE',
    subscription_status: known?.status ?? 'none',
    provider: null,
    invoice_info: { invoices: [], hosted_page_url: null },
    plan: plan?.key ?? 'free',
    billing_customer_did: company,
    untracked_usage_in_period: 0,
    period: { start: start.toISOString(), end: end.toISOString() },
    access: accessOf(known, at),
    grace_ends_at: (known && graceEndOf(known))?.toISOString() ?? null,
    as_of: (known?.readAt ?? at).toISOString(),
    stale: false,
  }
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
export const subscription = handlers(contract, { get, customer: get, limits, entity })
