import type { RuleCondition } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { readSingle, writeSingle } from './single-check.rules.ts'

test.each<[string, RuleCondition]>([
  ['', { check: 'ALL' }],
  [
    'TRUSTED,MANUAL',
    { check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED', 'MANUAL'] },
  ],
  ['!KP,IR', { check: 'JURISDICTION', operator: 'NOT_IN', values: ['KP', 'IR'] }],
  [
    '<= 1000.00 SGD',
    { check: 'TRANSACTION_AMOUNT', operator: '<=', amount: '1000.00', currency: 'SGD' },
  ],
  [
    '> 10000 EUR 72h',
    { check: 'SUM_WINDOW', operator: '>', amount: '10000', currency: 'EUR', hours: 72 },
  ],
  [
    '> 10000 EUR 72h customer',
    {
      check: 'SUM_WINDOW',
      operator: '>',
      amount: '10000',
      currency: 'EUR',
      hours: 72,
      by: 'CUSTOMER',
    },
  ],
  [
    'did:ethr:0x1,did:ethr:0x2 group',
    { check: 'VASP', operator: 'IN', values: ['did:ethr:0x1', 'did:ethr:0x2'], group: true },
  ],
  ['!ADDRESS', { check: 'FIRST_WITH', operator: 'NOT_IN', values: ['ADDRESS'] }],
  ['>= 24h', { check: 'RESPONSE_TIME', operator: '>=', hours: 24 }],
  ['HIGH_RISK,KP', { check: 'JURISDICTION', operator: 'IN', values: ['HIGH_RISK', 'KP'] }],
  ['>= 1440', { check: 'TRANSACTION_CREATION_TIME', operator: '>=', minutes: 1440 }],
])('[TX-03] a rule with one condition reads and writes “%s”', (ruleValue, condition) => {
  expect(readSingle({ ruleCheck: condition.check, ruleValue })).toEqual(condition)
  expect(writeSingle(condition)).toBe(ruleValue)
})

test.each([
  ['VASP', ''],
  ['VASP', '!'],
  ['TRANSACTION_AMOUNT', '1000'],
  ['TRANSACTION_AMOUNT', '= 1000 SGD'],
  ['SUM_WINDOW', '> 10 SGD 96h'],
  ['SUM_WINDOW', '> 10 SGD 24h supplier'],
  ['RESPONSE_TIME', '> 24'],
  ['RESPONSE_TIME', '> 721h'],
  ['TRANSACTION_CREATION_TIME', 'soon'],
  ['CONDITIONS', 'SG'],
] as const)('[TX-03] %s “%s” is no condition', (ruleCheck, ruleValue) => {
  expect(readSingle({ ruleCheck, ruleValue })).toBeUndefined()
})
