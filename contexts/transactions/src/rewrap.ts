import type { Vault } from '@countersign/kit/vault'
import { resealExports } from './export/index.ts'
import { resealComments } from './opening/index.ts'
import { resealRequests } from './privacy/index.ts'
import { resealProofs } from './proof/index.ts'
import { resealHolds } from './retention/index.ts'
import { findKeyOwners, resealKeys, resealNetworkKey } from './sealing/index.ts'
import type { TransactionsDatabase } from './tables.ts'
import { resealContacts, resealOwnComments } from './transfer/index.ts'
import { resealUploads } from './upload/index.ts'

/**
 * Seals with the current main secret whatever an older one sealed for transfers: the companies' keys, the network's,
 * exports', comments on transfers and on views. Personal data itself is sealed to the companies' keys and stays as it is. May run while the
 * product works, and again after it was stopped half-way.
 * @returns how many were sealed anew; null where the database has no transfers
 */
export async function rewrapTransfers({
  database,
  vault,
  batch = 200,
}: {
  /** Connected as countersign_app. */
  readonly database: TransactionsDatabase
  readonly vault: Vault
  /** Comments that one transaction seals at the most. */
  readonly batch?: number
}): Promise<{ keys: number; comments: number } | null> {
  const owners = await database.withNobody(findKeyOwners)
  if (!owners) return null
  let keys = await database.withNobody((tx) => resealNetworkKey(tx, vault))
  let comments = 0
  for (const company of owners) {
    keys += await database.withTenant(company, (tx) => resealKeys(tx, company, vault))
    keys += await database.withTenant(company, (tx) => resealExports(tx, company, vault))
    keys += await database.withTenant(company, (tx) => resealProofs(tx, company, vault))
    keys += await database.withTenant(company, (tx) => resealUploads(tx, company, vault))
    keys += await database.withTenant(company, (tx) => resealContacts(tx, company, vault))
    comments += await database.withTenant(company, (tx) => resealHolds(tx, company, vault))
    comments += await database.withTenant(company, (tx) => resealRequests(tx, company, vault))
    for (const reseal of [resealComments, resealOwnComments])
      for (let after: string | null = ''; after !== null; ) {
        const from: string = after
        const page = await database.withTenant(company, (tx) =>
          reseal(tx, company, vault, from, batch),
        )
        comments += page.changed
        after = page.last
      }
  }
  return { keys, comments }
}
