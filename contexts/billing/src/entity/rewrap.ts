import type { Database } from '@countersign/kit/db'
import type { Vault } from '@countersign/kit/vault'
import { resealEntity } from './entity.rules.ts'
import { findEntity, findEntityOwners, storeResealed } from './entity.store.ts'

/**
 * Seals with the current main secret who is billed for companies. May run while the product works, and again after it
 * was stopped half-way.
 * @returns how many were sealed anew; null where the database has no billing
 */
export async function rewrapEntities<A, R>({
  database,
  relay,
  vault,
}: {
  /** Connected as countersign_app. */
  readonly database: Database<A>
  /** Connected as countersign_relay, which sees the companies. */
  readonly relay: Database<R>
  readonly vault: Vault
}): Promise<number | null> {
  const owners = await relay.withNobody(findEntityOwners)
  if (!owners) return null
  let changed = 0
  for (const did of owners)
    await database.withTenant(did, async (tx) => {
      const found = await findEntity(tx, did)
      if (!found || vault.isCurrent(found.sealed)) return
      // What somebody enters meanwhile is sealed anew already, and stays.
      changed += await storeResealed(tx, did, found.sealed, resealEntity(vault, did, found.sealed))
    })
  return changed
}
