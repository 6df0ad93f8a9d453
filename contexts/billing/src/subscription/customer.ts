import { fail } from '@countersign/kit/errors'
import type { BillingDeps } from '../deps.ts'
import { type BillingProvider, findCustomer, storeCustomer } from '../provider/index.ts'

/** The customer of a payer, made where there is none yet: by an act of theirs, never at sign-up. @throws 501, 502, 503 */
export async function customerOf(
  { database, provider: configured, companies }: BillingDeps,
  did: string,
): Promise<{ provider: BillingProvider; id: string }> {
  if (!configured) throw fail('not_configured', 'Billing isn’t set up here')
  const provider = await configured.load()
  const [known, company] = await database.withTenant(did, async (tx) => [
    await findCustomer(tx, did, provider.name),
    (await companies(tx, [did]))[0],
  ])
  if (known) return { provider, id: known.customerId }
  const id = await provider.customer({ did, name: company?.name ?? did })
  await database.withTenant(did, (tx) => storeCustomer(tx, did, provider.name, id))
  return { provider, id }
}
