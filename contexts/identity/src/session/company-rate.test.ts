import { expect, test } from 'vitest'
import { companyRate } from './company-rate.ts'

const rates = {
  transfers: { perSecond: 100, burst: 200 },
  transferReads: { perSecond: 200, burst: 400 },
} as const

test('[TX-01] a company has its calls at once, then so many a second; others have their own', () => {
  const count = companyRate(rates)
  const calls = (n: number, at: number, company = 'a') =>
    Array.from({ length: n }, () => count('transfers', company, at)).filter(
      (wait) => wait === undefined,
    ).length
  expect(calls(250, 0)).toBe(200)
  expect(count('transfers', 'a', 0)).toBe(1)
  expect(calls(250, 0, 'b')).toBe(200)
  expect(count('transferReads', 'a', 0), 'reads are counted apart').toBeUndefined()
  expect(calls(250, 500)).toBe(50)
  expect(calls(500, 60_000), 'a pause earns no more than the bucket holds').toBe(200)
  expect(calls(1, 59_000), 'a clock that was put back earns nothing').toBe(0)
})
