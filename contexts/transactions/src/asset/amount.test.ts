import { BaseUnits, Decimal } from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxDecimals, parseBase, toBase, toDecimal } from './amount.rules.ts'

const amounts = fc.bigInt({ min: 1n, max: 10n ** 78n - 1n })

test('[TX-01] base units to decimals and back are the same, up to 78 digits', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 77 }), (base, decimals) => {
      const text = toDecimal(base, decimals)
      expect(Decimal.safeParse(text).success).toBe(true)
      expect(toBase(text, decimals)).toBe(base)
      expect(parseBase(base.toString())).toBe(base)
    }),
  )
})

test('[TX-01] a decimal is shown with its point and without zeros at its end', () => {
  expect(toDecimal(1n, 8)).toBe('0.00000001')
  expect(toDecimal(150_000_000n, 8)).toBe('1.5')
  expect(toDecimal(100n, 2)).toBe('1')
  expect(toDecimal(100n, 0)).toBe('100')
})

test.each([
  ['0', 8, 'NOT_AN_AMOUNT'],
  ['0.000', 8, 'NOT_AN_AMOUNT'],
  ['-1', 8, 'NOT_AN_AMOUNT'],
  ['+1', 8, 'NOT_AN_AMOUNT'],
  ['1e3', 8, 'NOT_AN_AMOUNT'],
  ['01', 8, 'NOT_AN_AMOUNT'],
  ['.5', 8, 'NOT_AN_AMOUNT'],
  ['5.', 8, 'NOT_AN_AMOUNT'],
  [' 5', 8, 'NOT_AN_AMOUNT'],
  ['5\n', 8, 'NOT_AN_AMOUNT'],
  ['٣', 8, 'NOT_AN_AMOUNT'],
  ['1,000', 8, 'NOT_AN_AMOUNT'],
  ['0.123456789', 8, 'TOO_MANY_DECIMALS'],
  ['1.0', 0, 'TOO_MANY_DECIMALS'],
  ['9'.repeat(71), 8, 'TOO_LARGE'],
  ['9'.repeat(70), 8, BigInt(`${'9'.repeat(70)}00000000`)],
  ['1.50', 8, 150_000_000n],
])('[TX-01] the amount %j of an asset with %i decimals is %s', (text, decimals, answer) => {
  expect(toBase(text, decimals)).toBe(answer)
})

test('[TX-01] base units are whole, above zero and of at most 78 digits', () => {
  for (const text of ['0', '', '01', '-1', '1.0', '1e3', '0x1'])
    expect(parseBase(text), text).toBe('NOT_AN_AMOUNT')
  expect(parseBase('1'.repeat(79))).toBe('TOO_LARGE')
  expect(parseBase('9'.repeat(78))).toBe(10n ** 78n - 1n)
  expect(BaseUnits.safeParse('9'.repeat(78)).success).toBe(true)
  expect(maxDecimals, 'one digit stands before the point').toBe(77)
})
