import type { Rule, RuleCondition } from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from './evaluate.rules.ts'
import { covers, findingsOf, isEmpty } from './finding.rules.ts'

const rule = (
  id: string,
  actionRule: Rule['actionRule'],
  ...conditions: RuleCondition[]
): Rule => ({
  ...{ id, order: 10, enabled: true, actionRule, ruleCheck: 'CONDITIONS', conditions },
})
const all: RuleCondition = { check: 'ALL' }
const from = (...values: string[]): RuleCondition => ({
  check: 'JURISDICTION',
  operator: 'IN',
  values,
})
const below = (amount: string): RuleCondition => ({
  check: 'TRANSACTION_AMOUNT',
  operator: '<',
  amount,
  currency: 'SGD',
})
const found = (...incoming: Rule[]) =>
  findingsOf({ incoming, outgoing: [] }).map(({ code, ruleId, others }) => [code, ruleId, others])

test('[TX-03] findings name rules that never apply, contradict others, or approve everything', () => {
  expect(found(rule('a', 'REJECT', from('KP')), rule('b', 'REJECT', from('KP', 'IR')))).toEqual([])
  expect(found(rule('a', 'REJECT', from('KP', 'IR')), rule('b', 'APPROVE', from('KP')))).toEqual([
    ['UNREACHABLE', 'b', ['a']],
  ])
  expect(found(rule('a', 'REJECT', below('10')), rule('b', 'REJECT', below('10')))).toEqual([
    ['DUPLICATE', 'b', ['a']],
  ])
  expect(found(rule('a', 'REJECT', below('10')), rule('b', 'APPROVE', below('10.00')))).toEqual([
    ['CONFLICT', 'b', ['a']],
  ])
  expect(found(rule('a', 'REJECT', from('KP', 'Iran')))).toEqual([['UNKNOWN_VALUE', 'a', []]])
  expect(found(rule('a', 'APPROVE', all))).toEqual([['APPROVES_ALL', 'a', []]])
  expect(found(rule('a', 'APPROVE', below('0')))).toEqual([['EMPTY', 'a', []]])
  expect(found({ ...rule('a', 'REJECT', all), enabled: false }, rule('b', 'REJECT', all))).toEqual(
    [],
  )
})

const Condition = fc.oneof(
  fc
    .record({
      operator: fc.constantFrom('IN', 'NOT_IN'),
      values: fc.uniqueArray(fc.constantFrom('SG', 'CH', 'LT'), { minLength: 1 }),
    })
    .map((one): RuleCondition => ({ check: 'JURISDICTION', ...one })),
  fc
    .record({
      operator: fc.constantFrom('<', '<=', '>', '>='),
      amount: fc.integer({ min: 0, max: 5 }).map(String),
    })
    .map((one): RuleCondition => ({ check: 'TRANSACTION_AMOUNT', currency: 'SGD', ...one })),
)
const Conditions = fc.array(Condition, { minLength: 1, maxLength: 3 })
const Facts = fc.record({
  JURISDICTION: fc.constantFrom('SG', 'CH', 'LT', 'MT').map((one) => [one]),
  TRANSACTION_AMOUNT: fc.integer({ min: 0, max: 60_000 }).map((n) => ({
    amount: `${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`,
    currency: 'SGD',
  })),
})

test('[TX-03] a rule said to be covered or empty never decides', () => {
  const at = new Date()
  fc.assert(
    fc.property(Conditions, Conditions, Facts, (a, b, facts) => {
      const [first, second] = [rule('a', 'REJECT', ...a), rule('b', 'APPROVE', ...b)]
      const decides = evaluate([first, second], facts, at).rule?.id === 'b'
      if (covers(first, second)) expect(decides).toBe(false)
      if (isEmpty(second)) expect(decides).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})
