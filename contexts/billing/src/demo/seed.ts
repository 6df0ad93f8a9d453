import { randomUUID } from 'node:crypto'
import { costOf, totalOf } from '@countersign/contracts/billing'
import type { Database } from '@countersign/kit/db'
import { storeCustomer } from '../provider/index.ts'
import type { BillingTx } from '../tables.ts'
import { meter, unitsIn } from '../usage/index.ts'
import { type Act, newAccount, perform } from './account.rules.ts'
import { addAccount, lockAccount } from './account.store.ts'
import type { DemoOptions } from './demo.ts'

/** What a company of the demo has at its start. */
export type DemoAccount = {
  readonly did: string
  /** What its people did at the provider, one after the other. */
  readonly acts: readonly Act[]
  /** Transfers of this month that were chargeable. */
  readonly units: number
}

/**
 * Gives companies of a demo an account at its provider; one that has one keeps it.
 * @param plan what those subscribe to that do
 * @param at now
 */
export async function seedDemoAccounts<T>(
  database: Database<T>,
  accounts: readonly DemoAccount[],
  { plan, priceOf, at }: Pick<DemoOptions, 'priceOf'> & { plan: string; at: Date },
): Promise<void> {
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  const lately = new Date(Math.max(month.getTime(), at.getTime() - 3 * 86_400_000))
  const costs = (key: string, units: number) => {
    const price = priceOf(key)
    return price ? totalOf(costOf(price, units)) : 0
  }
  for (const { did, acts, units } of accounts)
    await database.withTenant(did, async (shared) => {
      // The transaction is the product's: it knows this context's tables as well.
      const tx = shared as unknown as BillingTx
      if (await lockAccount(tx, did)) return
      // They subscribed at the beginning of the month; what came after was lately.
      const timeOf = (n: number) => (n === 0 ? month : lately).getTime()
      const account = acts.reduce(
        (before, act, n) => perform(before, act, { plan, at: timeOf(n), costs }),
        newAccount,
      )
      await addAccount(tx, did, account)
      await storeCustomer(tx, did, 'demo', `demo_${did}`)
      for (let unit = await unitsIn(tx, did, month, at); unit < units; unit++)
        await meter(tx, { did, transferId: randomUUID(), at })
    })
}
