import { expect, test } from 'vitest'
import { isSameAmount, isSameHash, leastUnits, mostUnits, smallPayment } from './satoshi.rules.ts'

test.each([
  ['bip122:000000000019d6689c085ae165831e93', 'BTC', '0.00001', '0.00009999'],
  ['eip155:1', 'ETH', '0.00001', '0.00009999'],
  ['xrpl:0', 'XRP', '0.001', '0.009999'],
  ['tron:0x2b6653dc', 'TRX', '0.001', '0.009999'],
])('[TX-06] on %s a test pays a little %s', (network, asset, least, most) => {
  expect(smallPayment(network, leastUnits)).toEqual({ asset, amount: least })
  expect(smallPayment(network, mostUnits)).toEqual({ asset, amount: most })
})

test('[TX-06] a network whose coin isn’t known has no test', () => {
  expect(smallPayment('cosmos:nowhere-1', leastUnits)).toBeUndefined()
  expect(smallPayment('eip155:11', leastUnits), 'a longer number').toBeUndefined()
})

test('[TX-06] amounts are compared by value, and exactly', () => {
  expect(isSameAmount('0.00001230', '0.0000123')).toBe(true)
  expect(isSameAmount('10', '10.000')).toBe(true)
  expect(isSameAmount('100', '1')).toBe(false)
  expect(isSameAmount('0.00001231', '0.0000123')).toBe(false)
})

test('[TX-06] hexadecimal hashes are compared without 0x and case, others to the letter', () => {
  expect(isSameHash(`0x${'aB'.repeat(32)}`, 'Ab'.repeat(32))).toBe(true)
  expect(isSameHash('aB'.repeat(32), 'aC'.repeat(32))).toBe(false)
  expect(isSameHash('5VERabc', '5verABC')).toBe(false)
})
