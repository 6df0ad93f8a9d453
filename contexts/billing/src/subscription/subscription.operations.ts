import {
  type BillingEntity,
  subscription as contract,
  type Subscription,
} from '@countersign/contracts/billing'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import type { DB } from '../tables.gen.ts'
import { unitsIn } from '../usage/index.ts'
import { monthOf } from './period.rules.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** Without a provider every company is on the free plan, and the ledger is the only count. */
async function get({ tx, company, at }: Calling): Promise<Subscription> {
  const { start, end } = monthOf(at)
  return {
    did: company,
    customer_id: null,
    subscription_id: null,
    current_billing_period_usage: await unitsIn(tx, company, start, end),
    subscription_type: 'SUNRISE',
    subscription_status: 'none',
    provider: null,
    invoice_info: { invoices: [], hosted_page_url: null },
    plan: 'free',
    billing_customer_did: company,
    untracked_usage_in_period: 0,
    period: { start: start.toISOString(), end: end.toISOString() },
    access: 'sunrise',
    grace_ends_at: null,
    as_of: at.toISOString(),
    stale: false,
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
export const subscription = handlers(contract, { get, customer: get, entity })
