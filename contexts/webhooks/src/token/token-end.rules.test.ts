import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasEnded, type TokenEnd, tokenEndsOf, withEnd } from './token-end.rules.ts'

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

test('[WH-01] an end that another makes pointless goes, and of two alike one stays', () => {
  const end = (issuedBy: number, endAt: number): TokenEnd => ({ issuedBy, endAt })
  const after = (...added: TokenEnd[]) => added.reduce<TokenEnd[]>(withEnd, [])
  expect(after(end(5, 50), end(6, 40)), 'more tokens, sooner').toEqual([end(6, 40)])
  expect(after(end(6, 40), end(5, 50)), 'the other way about').toEqual([end(6, 40)])
  expect(after(end(5, 50), end(6, 50)), 'more tokens, as soon').toEqual([end(6, 50)])
  expect(after(end(5, 50), end(5, 40)), 'as many tokens, sooner').toEqual([end(5, 40)])
  expect(after(end(5, 50), end(5, 50))).toEqual([end(5, 50)])
  expect(after(end(6, 60), end(5, 50)), 'both count').toEqual([end(5, 50), end(6, 60)])
})

test('[WH-01] fifty ends are kept; with one more, the two that come first become one', () => {
  const ends = Array.from({ length: 50 }, (_, i): TokenEnd => ({ issuedBy: i, endAt: 100 + i }))
  const kept = ends.reduce<TokenEnd[]>(withEnd, [])
  expect(kept).toEqual(ends)
  const last = { issuedBy: 50, endAt: 150 }
  expect(withEnd(kept, last)).toEqual([{ issuedBy: 1, endAt: 100 }, ...ends.slice(2), last])
})

test('[WH-01] what a column holds is read as ends, and nothing else is', () => {
  expect(tokenEndsOf([{ issuedBy: '5', endAt: 6 }])).toEqual([{ issuedBy: 5, endAt: 6 }])
  expect(() => tokenEndsOf({})).toThrow('no list')
  expect(hasEnded([{ issuedBy: 0, endAt: 6 }], undefined, 6)).toBe(true)
})
