import { expect, test } from 'vitest'
import { conditionWords } from './words.ts'

test('[TX-03] amounts in a rule’s sentence have their thousands apart', () => {
  const amount = { operator: '>', amount: '100000.00', currency: 'SGD' } as const
  expect(conditionWords({ check: 'TRANSACTION_AMOUNT', ...amount })).toBe(
    'value above 100,000.00 SGD',
  )
  expect(conditionWords({ check: 'SUM_WINDOW', by: 'CUSTOMER', hours: 72, ...amount })).toBe(
    'value with the customer in 72 hours above 100,000.00 SGD',
  )
})
