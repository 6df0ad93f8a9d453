import { type Input, permissionsOf } from '@countersign/contracts'
import type { BillingEntity, subscription as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { findPayer } from '../plan/index.ts'
import type { BillingTx } from '../tables.ts'
import { entity } from './entity.operations.ts'
import {
  findPendingPayer,
  findSettledPayer,
  lockPayer,
  removePendingPayer,
  storePayer,
  storePendingPayer,
} from './payer.store.ts'

type Calling = Call<BillingDeps, Caller>

const dayMs = 86_400_000

/** What the call finds before it changes anything: each company in a transaction of its own. @throws 403 */
async function standing({ at, actor, deps }: Calling, company: string, payer: string) {
  const [present, settled] = await deps.database.withTenant(company, (tx) =>
    Promise.all([findPayer(tx, company, at), findSettledPayer(tx, company, at)]),
  )
  if (payer !== company && payer !== settled) {
    const roles = await deps.database.withTenant(payer, (tx) => deps.rolesOf(tx, payer, actor.did))
    if (!roles.some((role) => permissionsOf[role].has('payments.subscriptions.update')))
      throw fail('forbidden', 'You need permission to change subscriptions in both companies')
  }
  for (const did of new Set([company, present, settled, payer]))
    if (await deps.database.withTenant(did, (tx) => deps.payerTakesTwo(tx, did))) return true
  return false
}

/**
 * Has the company itself or its group’s parent pay, from tomorrow on. Where one of the companies wants two people for
 * it, the change waits for the second; naming who pays anyway withdraws it. @throws 400, 403
 */
export async function setPayer(
  call: Calling,
  { vaspDID: company, body: { billing_customer_did: payer } }: Input<(typeof contract)['setPayer']>,
): Promise<{ status: 200 | 202; body: BillingEntity }> {
  const takesTwo = await standing(call, company, payer)
  return call.deps.database.withTenant(company, async (tx) => {
    await lockPayer(tx, company)
    const waits = await change({ ...call, tx, company }, payer, takesTwo)
    return { status: waits ? 202 : 200, body: await entity({ ...call, tx, company }) }
  })
}

/** @returns whether the change waits for a second person */
async function change(
  call: Calling & { readonly tx: BillingTx; readonly company: string },
  payer: string,
  takesTwo: boolean,
): Promise<boolean> {
  const { tx, company, at, actor, caller, deps } = call
  const pending = await findPendingPayer(tx, company, at)
  const noted = (action: string, detail: Record<string, string>) =>
    audit(tx, actor, at, { company, action, detail })
  if (payer === (await findSettledPayer(tx, company, at))) {
    if (!pending) return false
    await removePendingPayer(tx, company)
    await noted('billing.discardPayer', { payer: pending.payer })
    return false
  }
  if (payer !== company && (await deps.parentOf(tx, company))?.did !== payer)
    throw fail('bad_request', 'Only the company itself or its group’s parent can pay')
  const agrees = pending?.payer === payer
  if (takesTwo && !agrees) {
    const until = new Date(at.getTime() + dayMs)
    await storePendingPayer(tx, company, { payer, by: caller.viewer.did, at, until })
    await noted('billing.proposePayer', { payer, until: until.toISOString() })
    return true
  }
  if (takesTwo && pending?.by === caller.viewer.did)
    throw fail('forbidden', 'Another person must agree to this change', {
      wire: 'SecondPersonNeededError',
    })
  const since = new Date(at.getTime() + dayMs).toISOString().slice(0, 10)
  await storePayer(tx, company, payer, since)
  await removePendingPayer(tx, company)
  await noted('billing.setPayer', { payer, since, ...(agrees && { proposedBy: pending.by }) })
  return false
}
