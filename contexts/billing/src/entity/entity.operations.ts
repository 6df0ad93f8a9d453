import { type Input, permissionsOf } from '@countersign/contracts'
import type { BillingEntity, subscription as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { findPayer } from '../plan/index.ts'
import type { DB } from '../tables.gen.ts'
import { type Fields, openEntity, proposedEntity, sealEntity } from './entity.rules.ts'
import { findEntity, findNextPayer, storeEntity, storePayer } from './entity.store.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

const dayMs = 86_400_000

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

/** Has the company itself or its group’s parent pay, from tomorrow on. @throws 400, 403 */
export async function setPayer(
  call: Call<BillingDeps, Caller>,
  { vaspDID: company, body: { billing_customer_did: payer } }: Input<(typeof contract)['setPayer']>,
): Promise<BillingEntity> {
  const { at, actor, deps } = call
  if (payer !== company) {
    const roles = await deps.database.withTenant(payer, (tx) => deps.rolesOf(tx, payer, actor.did))
    if (!roles.some((role) => permissionsOf[role].has('payments.subscriptions.update')))
      throw fail('forbidden', 'You need the right to change subscriptions in both companies')
  }
  const since = new Date(at.getTime() + dayMs).toISOString().slice(0, 10)
  return deps.database.withTenant(company, async (tx) => {
    if (payer !== company && (await deps.parentOf(tx, company))?.did !== payer)
      throw fail('bad_request', 'Only the company itself or its group’s parent can pay')
    await storePayer(tx, company, payer, since)
    await audit(tx, actor, at, { company, action: 'billing.setPayer', detail: { payer, since } })
    return entity({ ...call, tx, company })
  })
}
