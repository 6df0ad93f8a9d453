import { networkChain } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import type { IdentityTx } from '../tables.ts'
import { actAs, findUser } from './user.store.ts'

/**
 * Notes what a person did of themselves, such as signing in, in the chain of each company they work
 * for; who works for none, or for the network, is in the network's.
 */
export async function auditPerson(
  tx: IdentityTx,
  { userId, requestId }: { userId: string; requestId: string },
  at: Date,
  action: string,
): Promise<void> {
  await actAs(tx, userId)
  const user = await findUser(tx, userId)
  if (!user) return
  const chains = user.grants.map(({ vaspDID }) => vaspDID ?? networkChain)
  const sorted = [...new Set(chains)].toSorted()
  for (const company of sorted.length > 0 ? sorted : [networkChain])
    await audit(tx, { did: user.did, requestId }, at, { company, action })
}
