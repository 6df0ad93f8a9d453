import { Money } from '@countersign/contracts/transactions'
import { Big } from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localAmounts, toMoney } from './local-amount.rules.ts'

const price = { source: 'x', at: '2026-11-01T00:00:00.000Z' }

test('[TX-01] a local amount is exact, however many digits the amount has', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 78n - 1n })
  const sixth = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 40 }), sixth, (base, decimals, micros) => {
      const usd = new Big(micros).div(1_000_000).toFixed()
      const local = localAmounts(base, decimals, { ...price, usd, fx: { SGD: '1.3' } })('SGD')
      // The same in whole numbers: base × micros × 13, with the point where it belongs.
      const whole = base * BigInt(micros) * 13n
      expect(local?.times(new Big(10).pow(decimals + 7)).toFixed()).toBe(whole.toString())
    }),
  )
})

test('[TX-01] a currency without a rate has no amount, and so has everything without a price', () => {
  const known = localAmounts(100n, 2, { ...price, usd: '2', fx: { SGD: '1.3' } })
  expect(known('USD')?.toFixed()).toBe('2')
  expect(known('SGD')?.toFixed()).toBe('2.6')
  expect(known('EUR')).toBeNull()
  expect(known('constructor')).toBeNull()
  expect(localAmounts(100n, 2, null)('USD')).toBeNull()
})

test.each([
  ['1500.005', 'SGD', '1500.00'],
  ['1500.015', 'SGD', '1500.02'],
  ['1500.0050001', 'SGD', '1500.01'],
  ['0.5', 'JPY', '0'],
  ['1.5', 'KRW', '2'],
  ['1.0005', 'KWD', '1.000'],
  ['1e21', 'USD', '1000000000000000000000.00'],
])(
  '[TX-01] %s %s is shown as %s: half to even, by the digits of the currency',
  (text, currency, shown) => {
    const money = toMoney(new Big(text), currency)
    expect(money).toEqual({ amountInLocalCurrency: shown, currency })
    Money.parse(money)
  },
)
