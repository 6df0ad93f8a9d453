import type { Input } from '@countersign/contracts'
import type { subscription as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { accessOf, findStanding } from '../plan/index.ts'
import { customerOf } from './customer.ts'

/** Where people come back to: never a place that a request names. */
const returnPath = '/billing/plans'
/** As long as one link serves the same wish: a second click pays nothing twice. */
const wishMs = 10 * 60_000

/** A link to where a plan is bought. @throws 404, 409, 501, 502, 503 */
export async function checkout(
  { deps, actor, at }: Call<BillingDeps, Caller>,
  { vaspDID: did, body: { plan } }: Input<(typeof contract)['checkout']>,
): Promise<{ url: string }> {
  const { database, plans, returnUrl } = deps
  if (plans && !plans.paying.some(({ key }) => key === plan))
    throw fail('not_found', 'No such plan')
  const known = await database.withTenant(did, (tx) => findStanding(tx, did))
  if (known && known.status !== 'canceled' && accessOf(known, at) !== 'sunrise')
    throw fail('conflict', 'You have a subscription already. Change it in the billing portal.', {
      wire: 'AlreadySubscribed',
    })
  const { provider, id } = await customerOf(deps, did)
  const url = await provider.checkout(id, {
    plan,
    returnUrl: `${returnUrl}${returnPath}`,
    key: `checkout/${did}/${plan}/${Math.floor(at.getTime() / wishMs)}`,
  })
  await database.withTenant(did, (tx) =>
    audit(tx, actor, at, { company: did, action: 'billing.openCheckout', detail: { plan } }),
  )
  return { url }
}
