import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import type { BillingProvider } from '../provider/index.ts'
import { endOf } from './booking.rules.ts'
import { type CountingDeps, countUsage } from './counting.ts'
import { type DueDay, leaseSeconds, storeSent, storeUnsent, takeDue } from './reporting.store.ts'

const atOnce = 8
/** No call begins when so little of its lease is left: it might be carried out after the next worker's. */
const enoughMs = 15_000

/** What reporting needs. */
export type ReportingDeps<T> = CountingDeps<T> & {
  readonly provider: BillingProvider
  readonly log: { warn(facts: object): void }
}

/**
 * Tells the provider the totals of days that changed. Whatever became of a call, repeating it sets the same number.
 * @returns how many days were told
 */
export async function reportUsage<T>(deps: ReportingDeps<T>): Promise<number> {
  const { relay, provider, clock } = deps
  for (let count = 0; ; ) {
    const taken = clock()
    const days = await relay.withNobody((tx) => takeDue(tx, provider, new Date(taken), atOnce))
    if (days.length === 0) return count
    const told = await Promise.all(
      days.map((day) => tell(deps, day, taken + leaseSeconds * 1000 - enoughMs)),
    )
    count += told.filter(Boolean).length
  }
}

async function tell<T>(
  { relay, provider, clock, log }: ReportingDeps<T>,
  due: DueDay,
  latest: number,
): Promise<boolean> {
  if (clock() > latest) return false
  const { customer, subscription, revision, total: units, periodStart, periodEnd } = due
  const day = new Date(due.day)
  const term = periodStart && periodEnd ? { start: periodStart, end: periodEnd } : undefined
  const until = endOf(day, term)
  try {
    await provider.setUsage({ customer, subscription, day, until, units, revision })
  } catch (error) {
    log.warn({ event: 'billing_unreported', provider: provider.name, err: error })
    await relay.withNobody((tx) => storeUnsent(tx, due, new Date(clock())))
    return false
  }
  failpoint('after-usage-told-before-record')
  await relay.withNobody((tx) => storeSent(tx, due, new Date(clock())))
  return true
}

/** Counts every ten seconds, and tells the provider what is due. */
export const startReporting = <T>(deps: ReportingDeps<T>) => {
  const failed = (error: unknown) => deps.log.warn({ event: 'billing_reporting', err: error })
  const counting = everyMinute(() => countUsage(deps), failed, 10_000)
  const reporting = everyMinute(() => reportUsage(deps), failed, 10_000)
  return { stop: async () => void (await Promise.all([counting.stop(), reporting.stop()])) }
}
