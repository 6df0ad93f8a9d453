import { seedDemoAccounts } from '@countersign/billing'
import type { Database } from '@countersign/kit/db'
import { type BillingConfig, plansOf } from '../billing-config.ts'
import { demoCompanies } from './seed.ts'
import { granitequay } from './users.ts'

/**
 * Where the demo's provider takes the place of a real one: a company that pays, one whose payment is overdue, and one
 * near the limit of the free plan. All others are on the free plan, Kestrel Bay among them.
 */
export async function seedDemoBills<T>(
  database: Database<T>,
  config: BillingConfig,
  at: Date,
): Promise<void> {
  const [first, ...others] = plansOf(config)?.paying ?? []
  if (config.BILLING_PROVIDER !== 'demo' || !first) return
  const did = await demoCompanies()
  await seedDemoAccounts(
    database,
    [
      { did: granitequay, acts: ['subscribe'], units: 0 },
      { did: did('PampaDex'), acts: ['subscribe', 'fail'], units: 3 },
      { did: did('Norrland Krypto'), acts: [], units: 9 },
    ],
    {
      plan: first.key,
      priceOf: (plan) => [first, ...others].find(({ key }) => key === plan)?.price,
      at,
    },
  )
}
