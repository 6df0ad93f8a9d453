import type { Input } from '@countersign/contracts'
import type { subscription as contract } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { accessOf, findPayer, findStanding } from '../plan/index.ts'
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
  const { payer, known } = await database.withTenant(did, async (tx) => {
    const pays = await findPayer(tx, did, at)
    return { payer: pays, known: await findStanding(tx, pays) }
  })
  if (payer !== did)
    throw fail('conflict', 'Another company pays for this one. Choose its plan there.')
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
