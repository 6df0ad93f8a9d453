import { seedDemoUnits } from '@countersign/billing'
import type { Config } from '../config.ts'
import type { Product } from '../product.ts'
import { seedDemoBills } from './bills.ts'
import { demoBook } from './book.ts'
import { pastTransfers } from './past-transfers.ts'
import { demoCompanies, seedDemo } from './seed.ts'
import { demoTransfers } from './transfers.ts'
import { demoUsers, norrland } from './users.ts'

/** Units of the free plan’s ten that Norrland has used. */
const nearLimit = 9

/** Adds what the demo has that is not there yet: companies, people, transfers and bills. */
export async function beginDemo(product: Product, config: Config): Promise<void> {
  const { database, identity, documents } = product
  await seedDemo(database, identity, new Date(), documents)
  const ana = (await identity.ensureUsers(demoUsers)).get('ana')
  if (!ana) return
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const transfers = demoTransfers(now, ana)
  const past = pastTransfers(now, ana, await demoCompanies())
  const book = demoBook(now, ana)
  const { rules: _, ...customers } = book
  // What was before this month is billed already: it comes before those subscribe who pay.
  await product.seedTransfers(
    transfers.filter(({ at }) => at < month),
    customers,
    past.filter(({ at }) => at < month),
  )
  const added = await seedDemoBills(database, config, now)
  await product.seedTransfers(transfers, book, past)
  if (added.includes(norrland)) await seedDemoUnits(database, norrland, nearLimit, now)
}
