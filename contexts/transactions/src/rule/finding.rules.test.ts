import type { Rule, RuleCondition } from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, isEmpty, overlaps } from './box.rules.ts'
import { evaluate } from './evaluate.rules.ts'
import { findingsOf } from './finding.rules.ts'

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

test('[TX-03] findings name rules that overlap, and what lets pass against the own law', () => {
  const over: RuleCondition = {
    check: 'TRANSACTION_AMOUNT',
    operator: '>',
    amount: '50',
    currency: 'SGD',
  }
  expect(found(rule('a', 'APPROVE', below('100')), rule('b', 'REJECT', over))).toEqual([
    ['OVERLAPS', 'b', ['a']],
  ])
  expect(found(rule('a', 'APPROVE', below('50')), rule('b', 'REJECT', over))).toEqual([])
  expect(
    found(rule('a', 'APPROVE', from('SG', 'CH')), rule('b', 'REJECT', from('SG', 'LT'))),
  ).toEqual([['OVERLAPS', 'b', ['a']]])
  expect(found(rule('a', 'APPROVE', from('CH')), rule('b', 'REJECT', from('LT')))).toEqual([])
  expect(
    found(rule('a', 'REJECT', from('SG', 'CH')), rule('b', 'REJECT', from('SG', 'LT'))),
    'the same action',
  ).toEqual([])
  const complete: RuleCondition = { check: 'DATA_COMPLETE', operator: 'IN', values: ['YES'] }
  const known: RuleCondition = { check: 'CUSTOMER_COUNTRY', operator: 'IN', values: ['SG'] }
  const strict = (incoming: Rule[], outgoing: Rule[]) =>
    findingsOf({ incoming, outgoing }, { mustReject: true, mustVerify: true }).map(
      ({ code }) => code,
    )
  expect(strict([rule('a', 'APPROVE', from('SG'))], [])).toEqual(['APPROVES_WITHOUT_DATA'])
  expect(strict([rule('a', 'APPROVE', from('SG'), complete)], [])).toEqual([])
  expect(strict([], [rule('a', 'APPROVE', from('SG'))])).toEqual(['APPROVES_UNVERIFIED'])
  expect(
    strict([], [rule('a', 'APPROVE', from('SG'), known), rule('b', 'REJECT', from('LT'))]),
  ).toEqual([])
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
      const meetsBoth = evaluate([rule('c', 'REJECT', ...a, ...b)], facts, at).rule !== null
      if (
        meetsBoth &&
        a
          .map((one) => one.check)
          .sort()
          .join() ===
          b
            .map((one) => one.check)
            .sort()
            .join()
      )
        expect(overlaps(first, second)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('[TX-03] a list of countries stands for its countries, when rules decide and when they are compared', () => {
  const at = new Date()
  const listed = rule('a', 'REJECT', from('FATF_CALL_FOR_ACTION'))
  const decided = (...JURISDICTION: string[]) => evaluate([listed], { JURISDICTION }, at).cause
  expect(['IR', 'KP', 'MM', 'SG'].map((one) => decided(one))).toEqual([
    ...['RULE', 'RULE', 'RULE', 'NO_RULE'],
  ])
  expect(found(listed, rule('b', 'APPROVE', from('KP')))).toEqual([['UNREACHABLE', 'b', ['a']]])
  // FATF's two lists have no country in common, and each has countries alone.
  const watched = rule('c', 'SEND_TO_INBOX', from('FATF_INCREASED_MONITORING'))
  expect(evaluate([watched], { JURISDICTION: ['VG'] }, at).cause).toBe('RULE')
  expect(evaluate([watched], { JURISDICTION: ['KP'] }, at).cause).toBe('NO_RULE')
  expect(found(listed, watched)).toEqual([])
  const none: RuleCondition = {
    check: 'JURISDICTION',
    operator: 'NOT_IN',
    values: ['FATF_CALL_FOR_ACTION'],
  }
  expect(evaluate([rule('a', 'APPROVE', none)], { JURISDICTION: ['KP'] }, at).cause).toBe('NO_RULE')
  // A rule about other countries does not cover one about a country of the list.
  expect(covers(rule('a', 'REJECT', none), rule('b', 'APPROVE', from('SG')))).toBe(true)
  expect(found(rule('a', 'REJECT', none), rule('b', 'APPROVE', from('KP')))).toEqual([])
  expect(found(rule('a', 'REJECT', from('NO_SUCH_LIST')))).toEqual([['UNKNOWN_VALUE', 'a', []]])
})

test('[TX-03] what has one code may have another too', () => {
  const standing = (operator: 'IN' | 'NOT_IN', value: string): RuleCondition => ({
    ...{ check: 'COUNTERPARTY', operator, values: [value] },
  })
  const verified = rule('a', 'APPROVE', standing('IN', 'VERIFIED'))
  const started = rule('b', 'REJECT', standing('NOT_IN', 'SUNRISE'))
  expect(covers(started, verified)).toBe(false)
  const facts = { COUNTERPARTY: ['VERIFIED', 'SUNRISE'] }
  expect(evaluate([started, verified], facts, new Date()).rule?.id).toBe('a')
})

test('[TX-03] what can’t be as it says is an error, and the rest a warning', () => {
  const levels = (incoming: Rule[], outgoing: Rule[] = []) =>
    findingsOf({ incoming, outgoing }).map(({ code, level, ruleId }) => [code, level, ruleId])
  const older: RuleCondition = { check: 'TRANSACTION_CREATION_TIME', operator: '>=', minutes: 60 }
  const match: RuleCondition = { check: 'NAME_MATCH', operator: 'IN', values: ['EXACT'] }
  const complete: RuleCondition = { check: 'DATA_COMPLETE', operator: 'IN', values: ['YES'] }
  expect(levels([rule('a', 'APPROVE', below('0'))])).toEqual([['EMPTY', 'ERROR', 'a']])
  expect(levels([rule('a', 'REJECT', from('KP')), rule('b', 'REJECT', from('KP'))])).toEqual([
    ['DUPLICATE', 'ERROR', 'b'],
  ])
  expect(levels([rule('a', 'REJECT', from('KP')), rule('b', 'APPROVE', from('KP'))])).toEqual([
    ['CONFLICT', 'WARNING', 'b'],
  ])
  expect(levels([rule('a', 'NOT_READY', complete)])).toEqual([['STAGE', 'ERROR', 'a']])
  expect(levels([rule('a', 'NOT_READY', from('SG'))])).toEqual([])
  expect(levels([rule('a', 'APPROVE', match)])).toEqual([])
  expect(levels([], [rule('a', 'APPROVE', match)])).toEqual([['STAGE', 'ERROR', 'a']])
  expect(levels([], [rule('a', 'NOT_READY', from('SG'))])).toEqual([
    ['NOT_READY_OUTGOING', 'ERROR', 'a'],
  ])
  expect(levels([rule('a', 'APPROVE', all)])).toEqual([['APPROVES_ALL', 'WARNING', 'a']])
  const late = rule('a', 'REJECT', older)
  expect(levels([], [late])).toEqual([['DEADLINE_WITHOUT_INCOMING', 'WARNING', 'a']])
  expect(levels([late], [late])).toEqual([])
  expect(levels([], [rule('a', 'SEND_TO_INBOX', older)])).toEqual([])
})

test('[TX-03] a company is in its own group, and what its group decides it never reaches', () => {
  const company = (operator: 'IN' | 'NOT_IN', ...values: string[]): RuleCondition => ({
    ...{ check: 'VASP', operator, values },
  })
  const group = (operator: 'IN' | 'NOT_IN', ...values: string[]): RuleCondition => ({
    ...{ check: 'VASP', operator, values, group: true },
  })
  const unreachable = [['UNREACHABLE', 'b', ['a']]]
  const after = (first: RuleCondition, second: RuleCondition) =>
    found(rule('a', 'REJECT', first), rule('b', 'SEND_TO_INBOX', second))
  expect(after(group('IN', 'x', 'y'), company('IN', 'x'))).toEqual(unreachable)
  expect(after(company('IN', 'x', 'y'), group('IN', 'x'))).toEqual([])
  expect(after(company('NOT_IN', 'x'), group('NOT_IN', 'x', 'y'))).toEqual(unreachable)
  expect(after(group('NOT_IN', 'x'), company('NOT_IN', 'x', 'y'))).toEqual([])
  // A company and the head of its group are two codes of one transfer.
  expect(after(group('NOT_IN', 'y'), group('IN', 'x'))).toEqual([['OVERLAPS', 'b', ['a']]])
  const first = (value: string): RuleCondition => ({
    ...{ check: 'FIRST_WITH', operator: 'IN', values: [value] },
  })
  expect(after(first('ADDRESS'), first('CUSTOMER'))).toEqual([])
})
