import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byLawUntil, keptByLawSince, keptSince, monthsFrom } from './period.rules.ts'

const at = (text: string) => new Date(`${text}T12:00:00Z`)

test.each([
  ['2031-05-03', { years: 5, days: 1_825 }, '2026-05-03'],
  ['2031-05-03', { years: 7, days: 1_825 }, '2024-05-03'],
  ['2031-05-03', { years: 5, days: 3_650 }, '2021-05-05'],
  ['2028-02-29', { years: 5, days: 1 }, '2023-02-28'],
])('[TX-04] on %s, %o keeps what ended after %s', (now, period, since) => {
  expect(keptSince(at(now), period)).toEqual(at(since))
})

test('[TX-04] nothing is due before its day, and everything is once its day has come', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000))
  fc.assert(
    fc.property(day, day, fc.integer({ min: 1, max: 10 }), (ended, now, years) => {
      expect(ended <= keptByLawSince(now, { years })).toBe(byLawUntil(ended, { years }) <= now)
    }),
  )
})

test('[TX-04] months ahead begin with this one, meet without a gap and cross the year', () => {
  const months = monthsFrom(at('2027-12-31'), 3)
  expect(months.map(({ first, end }) => [first, end.toISOString()])).toEqual([
    ['2027-12-01', '2027-12-31T23:59:59.999Z'],
    ['2028-01-01', '2028-01-31T23:59:59.999Z'],
    ['2028-02-01', '2028-02-29T23:59:59.999Z'],
  ])
})
