import { Did } from '@countersign/contracts'
import type { Database } from '@countersign/kit/db'
import { type Found, storeDrift } from '../drift/index.ts'
import type { BillingProvider } from '../provider/index.ts'
import { closeKnown, findKnown, touchUnknown } from './customers.store.ts'

/**
 * Looks for customers that bear a company’s DID but aren’t the one we know: nobody would be billed for it, or
 * somebody twice. @returns how many differences there are
 */
export async function compareCustomers<T>(
  relay: Database<T>,
  provider: BillingProvider,
  now: Date,
): Promise<number> {
  const listed = await provider.customers()
  return relay.withNobody(async (tx) => {
    const known = await findKnown(tx, provider.name)
    const byDid = Map.groupBy(
      listed.filter(({ did }) => did !== null && Did.safeParse(did).success),
      ({ did }) => did,
    )
    const found = [...byDid].flatMap(([did, customers]): Found[] => {
      const ids = customers.map(({ id }) => id).toSorted()
      const ours = ids.find((id) => known.get(id) === did) ?? null
      if (ids.length > 1) return [{ kind: 'duplicate_customer', did, ours, theirs: ids.join(', ') }]
      return ours === null
        ? ids.map((id) => ({ kind: 'unknown_customer', did, customer: id, theirs: id }))
        : []
    })
    for (const one of found) await storeDrift(tx, now, one)
    const strangers = listed.filter(({ id }) => !known.has(id)).map(({ id }) => id)
    await touchUnknown(tx, strangers, now)
    await closeKnown(tx, now)
    return found.length
  })
}
