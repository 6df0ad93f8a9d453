import { type DemoAccount, seedDemoAccounts } from '@countersign/billing'
import type { Database } from '@countersign/kit/db'
import { type BillingConfig, plansOf } from '../billing-config.ts'
import { demoCompanies } from './seed.ts'
import { granitequay, kestrelBay, kestrelBayEurope, kestrelBayUk, norrland } from './users.ts'

const dayMs = 86_400_000

/** The first moment of a month, so many months ago. */
const monthsAgo = (at: Date, months: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1))

/**
 * Where the demo's provider takes the place of a real one: Kestrel Bay has paid for its group for half a year,
 * Granitequay since this month began; PampaDex is twelve days overdue; Norrland and all others are on the free plan.
 * @returns those who had no account before
 */
export async function seedDemoBills<T>(
  database: Database<T>,
  config: BillingConfig,
  at: Date,
): Promise<readonly string[]> {
  const [first, ...others] = plansOf(config)?.paying ?? []
  if (config.BILLING_PROVIDER !== 'demo' || !first) return []
  const did = await demoCompanies()
  const overdue = new Date(at.getTime() - 12 * dayMs)
  const accounts: readonly DemoAccount[] = [
    {
      did: kestrelBay,
      acts: [
        { act: 'subscribe', at: monthsAgo(at, 5) },
        ...Array.from({ length: 5 }, () => ({ act: 'advance' as const, at })),
      ],
      paysFor: [kestrelBayEurope, kestrelBayUk],
    },
    { did: granitequay, acts: [{ act: 'subscribe', at: monthsAgo(at, 0) }] },
    {
      did: did('PampaDex'),
      acts: [
        { act: 'subscribe', at: new Date(overdue.getTime() - 20 * dayMs) },
        { act: 'fail', at: overdue },
      ],
    },
    { did: norrland, acts: [] },
  ]
  return seedDemoAccounts(database, accounts, {
    plan: first.key,
    priceOf: (plan) => [first, ...others].find(({ key }) => key === plan)?.price,
    clock: () => at.getTime(),
    page: '',
  })
}
