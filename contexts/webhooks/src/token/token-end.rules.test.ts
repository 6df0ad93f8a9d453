import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasEnded, type TokenEnd, withEnd } from './token-end.rules.ts'

const end = fc.record({
  issuedBy: fc.integer({ min: 0, max: 50 }),
  delay: fc.integer({ min: 0, max: 20 }),
})

test('[WH-01] a token ends at the earliest of all ends that cover it, whatever was dropped', () => {
  fc.assert(
    fc.property(
      fc.array(end, { maxLength: 30 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 80 }),
      (asked, issuedAt, now) => {
        const all = asked
          .toSorted((a, b) => a.issuedBy - b.issuedBy)
          .map(({ issuedBy, delay }): TokenEnd => ({ issuedBy, endAt: issuedBy + delay }))
        const kept = all.reduce<TokenEnd[]>(withEnd, [])
        expect(hasEnded(kept, issuedAt, now)).toBe(hasEnded(all, issuedAt, now))
      },
    ),
    { numRuns: 2000 },
  )
})

test('[WH-01] a token that does not tell its age has ended; many ends stay few', () => {
  let ends: TokenEnd[] = []
  for (let i = 0; i < 500; i++) ends = withEnd(ends, { issuedBy: i, endAt: 1000 + i })
  expect(ends.length).toBeLessThanOrEqual(50)
  expect(hasEnded(ends, undefined, 1000)).toBe(true)
  expect(hasEnded(ends, 499, 1499)).toBe(true)
  expect(hasEnded(ends, 500, 9999)).toBe(false)
})
