import { companyRates } from '@countersign/contracts'

/** Counts a call of a company; the seconds to wait when it is one too many. */
export type CompanyRate = (
  kind: keyof typeof companyRates,
  company: string,
  now: number,
) => number | undefined

/** So many companies are remembered; who has not called for longest is forgotten first, and starts full. */
const maxCompanies = 10_000

/** Limits how often companies call, in this process: a bucket of calls for each, which fills as time passes. */
export function companyRate(rates: typeof companyRates = companyRates): CompanyRate {
  const buckets = { transfers: new Map<string, Bucket>(), transferReads: new Map<string, Bucket>() }
  return (kind, company, now) => {
    const { perSecond, burst } = rates[kind]
    const known = buckets[kind]
    const before = known.get(company) ?? { left: burst, at: now }
    const earned = (Math.max(0, now - before.at) / 1_000) * perSecond
    const left = Math.min(burst, before.left + earned)
    // Again at the end of the order.
    known.delete(company)
    known.set(company, { left: left < 1 ? left : left - 1, at: now })
    const [oldest] = known.keys()
    if (known.size > maxCompanies && oldest !== undefined) known.delete(oldest)
    return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : undefined
  }
}

type Bucket = { readonly left: number; readonly at: number }
