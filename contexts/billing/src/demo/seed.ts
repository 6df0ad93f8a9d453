import { randomUUID } from 'node:crypto'
import { costOf, totalOf } from '@countersign/contracts/billing'
import type { Database } from '@countersign/kit/db'
import { storePayer } from '../entity/index.ts'
import { bestOf, storeCustomer, storeSnapshot } from '../provider/index.ts'
import type { BillingDatabase, BillingTx } from '../tables.ts'
import { meter, monthOf, unitsIn } from '../usage/index.ts'
import { type Act, newAccount, perform } from './account.rules.ts'
import { addAccount, lockAccount } from './account.store.ts'
import { type DemoOptions, demoProvider } from './demo.ts'

/** What a company of the demo has at its start. */
export type DemoAccount = {
  readonly did: string
  /** What its people did at the provider, and when, the earliest first. */
  readonly acts: readonly { readonly act: Act; readonly at: Date }[]
  /** The companies that it pays for, since its first act. */
  readonly paysFor?: readonly string[]
}

/** The database is the product's: it has this context's tables, too. */
const ours = <T>(database: Database<T>) => database as unknown as BillingDatabase

/**
 * Gives companies of a demo an account at its provider, and has us know of it; one that has one keeps it.
 * @param plan what those subscribe to that do
 * @returns those who had none
 */
export async function seedDemoAccounts<T>(
  database: Database<T>,
  accounts: readonly DemoAccount[],
  options: Omit<DemoOptions, 'database'> & { readonly plan: string },
): Promise<readonly string[]> {
  const { plan, priceOf, clock } = options
  const provider = demoProvider({ ...options, database: ours(database) })
  const costs = (key: string, units: number) => {
    const price = priceOf(key)
    return price ? totalOf(costOf(price, units)) : 0
  }
  const added: string[] = []
  for (const { did, acts, paysFor = [] } of accounts) {
    const customer = `demo_${did}`
    const isNew = await ours(database).withTenant(did, async (tx) => {
      if (await lockAccount(tx, did)) return false
      const account = acts.reduce(
        (before, { act, at }) => perform(before, act, { plan, at: at.getTime(), costs }),
        newAccount,
      )
      await addAccount(tx, did, account)
      await storeCustomer(tx, did, 'demo', customer)
      return true
    })
    if (!isNew) continue
    added.push(did)
    const snapshot = await provider.snapshot(customer)
    const at = new Date(clock())
    const best = bestOf(snapshot.subscriptions, at)
    await ours(database).withTenant(did, (tx) => storeSnapshot(tx, did, at, { best, snapshot }))
    const [first] = acts
    for (const other of first ? paysFor : [])
      await ours(database).withTenant(other, (tx) =>
        storePayer(tx, other, did, (first?.at ?? at).toISOString().slice(0, 10)),
      )
  }
  return added
}

/** Counts units of this month for a company until it has so many. */
export const seedDemoUnits = <T>(
  database: Database<T>,
  did: string,
  units: number,
  at: Date,
): Promise<void> =>
  ours(database).withTenant(did, async (tx: BillingTx) => {
    const { start } = monthOf(at)
    for (let unit = await unitsIn(tx, did, start, at); unit < units; unit++)
      await meter(tx, { did, transferId: randomUUID(), at })
  })
