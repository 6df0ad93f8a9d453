import { seedDemoUnits } from '@countersign/billing'
import type { PastTransfer } from '@countersign/transactions'
import type { Config } from '../config.ts'
import type { Product } from '../product.ts'
import { seedDemoBills } from './bills.ts'
import { demoBook } from './book.ts'
import { demoDeposits } from './deposits.ts'
import { edgeTransfers, plainEdges } from './edge-transfers.ts'
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
  const didOf = await demoCompanies()
  const transfers = [...demoTransfers(now, ana), ...edgeTransfers(now, ana, didOf)]
  const before = [...pastTransfers(now, ana, didOf), ...plainEdges(now, ana, didOf)]
  const past = withinPlan(before, transfers, month)
  const book = demoBook(now, ana)
  const { rules: _, exports: __, ...customers } = book
  // What was before this month is billed already: it comes before those subscribe who pay.
  await product.seedTransfers(
    transfers.filter(({ at }) => at < month),
    customers,
    past.filter(({ at }) => at < month),
  )
  const added = await seedDemoBills(database, config, now)
  await product.seedTransfers(transfers, book, past, demoDeposits(now, ana, didOf))
  if (added.includes(norrland)) await seedDemoUnits(database, norrland, nearLimit, now)
}

type Sent = Pick<PastTransfer, 'at' | 'body' | 'acts'>

/** The past, without what Norrland would send in this month beyond its plan, beside its other transfers. */
function withinPlan(
  past: readonly PastTransfer[],
  others: readonly Sent[],
  month: Date,
): PastTransfer[] {
  const counts = ({ at, body, acts }: Sent) =>
    body.originatorVASPdid === norrland && at >= month && acts.length > 0
  let sent = others.filter(counts).length
  return past.filter((one) => !counts(one) || ++sent <= nearLimit)
}
