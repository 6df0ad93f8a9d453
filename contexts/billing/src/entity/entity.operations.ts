import type { Input } from '@countersign/contracts'
import type { BillingEntity, subscription as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { findPayer } from '../plan/index.ts'
import type { DB } from '../tables.gen.ts'
import { type Fields, openEntity, proposedEntity, sealEntity } from './entity.rules.ts'
import { findEntity, storeEntity } from './entity.store.ts'
import { findNextPayer, findPendingPayer } from './payer.store.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

/** Who is billed: as somebody entered it, else as the profile says. Of another payer, its name alone. */
export async function entity({ tx, company, at, deps }: Calling): Promise<BillingEntity> {
  const payer = await findPayer(tx, company, at)
  const parent = await deps.parentOf(tx, company)
  const known = await deps.companies(tx, [company, payer])
  const own = known.find(({ did }) => did === company)
  if (!own) throw fail('not_found', 'No such company')
  const payerName = known.find(({ did }) => did === payer)?.name ?? payer
  const inherited = payer !== company
  const stored = inherited ? undefined : await findEntity(tx, company)
  const entered = stored && openEntity(deps.vault, company, stored.sealed)
  const fields: Fields = entered
    ? {
        ...entered,
        tax_id: entered.tax_id && { ...entered.tax_id, status: 'unverified' },
      }
    : proposedEntity(own.name, inherited ? null : own.incorporation)
  const next = await findNextPayer(tx, company, at)
  const pending = await findPendingPayer(tx, company, at)
  const names = await deps.peopleOf(tx, company, pending ? [pending.by] : [])
  return {
    vasp_did: company,
    billing_customer_did: payer,
    inherited,
    payer_name: payerName,
    ...fields,
    currency: 'USD',
    provider: deps.provider?.name ?? null,
    provider_state: stored ? (stored.sentRevision < stored.revision ? 'saved' : 'sent') : null,
    proposed: !entered,
    editable: !inherited,
    updated_at: stored?.updatedAt.toISOString() ?? null,
    group_payer: parent && { did: parent.did, name: parent.name },
    next_payer: next ? { did: next.payer, since: next.since } : null,
    pending_payer: pending
      ? {
          did: pending.payer,
          by: { did: pending.by, name: names.get(pending.by) ?? null },
          at: pending.at.toISOString(),
          until: pending.until.toISOString(),
        }
      : null,
  }
}

/** Keeps who is billed; the provider is told as soon as it can be reached. @throws 409 where another company pays */
export async function setEntity(
  call: Calling,
  { body }: Input<(typeof contract)['setEntity']>,
): Promise<BillingEntity> {
  const { tx, company, at, actor, deps } = call
  if ((await findPayer(tx, company, at)) !== company)
    throw fail('conflict', 'Another company pays for this one. Change its billing details there.')
  await storeEntity(tx, company, sealEntity(deps.vault, company, body), at)
  await audit(tx, actor, at, { company, action: 'billing.setEntity' })
  return entity(call)
}
