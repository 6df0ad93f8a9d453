import { asFailure } from '@countersign/kit/errors'
import type { BillingProvider } from './provider.ts'
import { upstreamFailure } from './upstream.ts'

const most = 5
const withinMs = 30_000
const openMs = 30_000

/**
 * A provider that is given a rest after five calls that it failed within 30 seconds: pages and workers are refused
 * at once for as long, instead of waiting for it each time. What it refuses for a reason counts for nothing.
 * @param clock Unix time in milliseconds
 */
export function withBreaker(provider: BillingProvider, clock: () => number): BillingProvider {
  let failures: number[] = []
  let restsUntil = 0
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (clock() < restsUntil) throw upstreamFailure(undefined)
      try {
        const answer = await call(...args)
        failures = []
        return answer
      } catch (error) {
        if (asFailure(error).code === 'unavailable') {
          const now = clock()
          failures = [...failures.filter((at) => at > now - withinMs), now]
          if (failures.length >= most) restsUntil = now + openMs
        }
        throw error
      }
    }
  return {
    name: provider.name,
    reports: provider.reports,
    readEvent: provider.readEvent,
    customer: guarded(provider.customer),
    snapshot: guarded(provider.snapshot),
    portal: guarded(provider.portal),
    updateCustomer: guarded(provider.updateCustomer),
    checkout: guarded(provider.checkout),
    invoiceLink: guarded(provider.invoiceLink),
    invoicePdf: guarded(provider.invoicePdf),
    preview: guarded(provider.preview),
    setUsage: guarded(provider.setUsage),
    usageOf: guarded(provider.usageOf),
    eventsSince: guarded(provider.eventsSince),
    refusals: guarded(provider.refusals),
    customers: guarded(provider.customers),
    setUp: guarded(provider.setUp),
  }
}
