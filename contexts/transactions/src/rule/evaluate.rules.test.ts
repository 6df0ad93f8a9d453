import {
  listChecks,
  type Rule,
  type RuleCondition,
  type RuleFact,
  ruleActions,
  type Truth,
  truths,
} from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allOf, evaluate, holds, tenThousandths } from './evaluate.rules.ts'

const at = new Date('2026-11-24T00:00:00Z')
const sgd = (amount: string) => ({ amount, currency: 'SGD' })
const value = (operator: '<' | '<=' | '>' | '>=', amount: string): RuleCondition => ({
  check: 'TRANSACTION_AMOUNT',
  operator,
  amount,
  currency: 'SGD',
})
const country = (operator: 'IN' | 'NOT_IN', ...values: string[]): RuleCondition => ({
  check: 'JURISDICTION',
  operator,
  values,
})
const age = (operator: '<' | '<=' | '>' | '>=', minutes: number): RuleCondition => ({
  check: 'TRANSACTION_CREATION_TIME',
  operator,
  minutes,
})
const sum = {
  check: 'SUM_WINDOW',
  operator: '>',
  amount: '100',
  currency: 'SGD',
  hours: 24,
} as const

test.each<[RuleCondition, RuleFact | undefined, Truth]>([
  [{ check: 'ALL' }, undefined, 'TRUE'],
  [country('IN', 'SG', 'CH'), ['CH'], 'TRUE'],
  [country('IN', 'SG', 'CH'), ['LT'], 'FALSE'],
  [country('IN', 'SG'), [], 'FALSE'],
  [country('IN', 'SG'), undefined, 'UNKNOWN'],
  [country('IN', 'SG'), 7, 'UNKNOWN'],
  [country('NOT_IN', 'SG'), ['LT'], 'TRUE'],
  [country('NOT_IN', 'SG'), ['SG'], 'FALSE'],
  [country('NOT_IN', 'SG'), ['LT', 'SG'], 'FALSE'],
  [country('NOT_IN', 'SG'), [], 'UNKNOWN'],
  [country('NOT_IN', 'SG'), undefined, 'UNKNOWN'],
  [value('<', '10.5'), sgd('10.4999'), 'TRUE'],
  [value('<', '10.5'), sgd('10.5000'), 'FALSE'],
  [value('<=', '10.5'), sgd('10.5000'), 'TRUE'],
  [value('<=', '10.5'), sgd('10.5001'), 'FALSE'],
  [value('>', '10.5'), sgd('10.5000'), 'FALSE'],
  [value('>', '10.5'), sgd('10.5001'), 'TRUE'],
  [value('>=', '10.5'), sgd('10.5000'), 'TRUE'],
  [value('>=', '10.5'), sgd('10.4999'), 'FALSE'],
  [value('>', '9'), sgd('10.0000'), 'TRUE'],
  [value('>', '9'), { amount: '10.0000', currency: 'EUR' }, 'UNKNOWN'],
  [value('>', '9'), undefined, 'UNKNOWN'],
  [value('>', '9'), 10, 'UNKNOWN'],
  [value('>', '9'), ['10'], 'UNKNOWN'],
  [age('>=', 30), 29, 'FALSE'],
  [age('>=', 30), 30, 'TRUE'],
  [age('>', 30), 30, 'FALSE'],
  [age('<', 30), 29, 'TRUE'],
  [age('<=', 30), 31, 'FALSE'],
  [age('>=', 30), sgd('40'), 'UNKNOWN'],
  [age('>=', 30), undefined, 'UNKNOWN'],
])('[TX-03] %j of %j is %s', (condition, fact, expected) => {
  const name = condition.check
  expect(holds(condition, fact === undefined ? {} : { [name]: fact })).toBe(expected)
})

test('[TX-03] a sum counts its own hours alone', () => {
  expect(holds(sum, { 'SUM_WINDOW 24': sgd('100.0001') })).toBe('TRUE')
  expect(holds(sum, { 'SUM_WINDOW 24': sgd('100.0000') })).toBe('FALSE')
  expect(holds(sum, { 'SUM_WINDOW 72': sgd('200.0000') })).toBe('UNKNOWN')
})

test('[TX-03] amounts compare exactly', () => {
  expect(tenThousandths('0.1')).toBe(1_000n)
  expect(tenThousandths('90071992547409.93')).toBe(900_719_925_474_099_300n)
})

const Truths = fc.constantFrom(...truths)
test('[TX-03] all conditions must hold; one that does not decides, and none decides nothing', () => {
  expect(allOf([])).toBe('UNKNOWN')
  fc.assert(
    fc.property(fc.array(Truths, { minLength: 1 }), (results) => {
      const expected = results.includes('FALSE')
        ? 'FALSE'
        : results.every((one) => one === 'TRUE')
          ? 'TRUE'
          : 'UNKNOWN'
      expect(allOf(results)).toBe(expected)
    }),
  )
})

const Condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.constant<RuleCondition>({ check: 'ALL' }),
  fc
    .tuple(
      fc.constantFrom('IN', 'NOT_IN'),
      fc.uniqueArray(fc.constantFrom('SG', 'CH', 'LT'), { minLength: 1 }),
    )
    .map(([operator, values]) => country(operator, ...values)),
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>='), fc.integer({ min: 0, max: 20 }))
    .map(([operator, amount]) => value(operator, String(amount))),
)
const Rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      actionRule: fc.constantFrom(...ruleActions),
      enabled: fc.boolean(),
      conditions: fc.array(Condition, { minLength: 1, maxLength: 3 }),
      until: fc.option(fc.constantFrom('2026-11-23T00:00:00Z', '2026-11-25T00:00:00Z'), {
        nil: undefined,
      }),
    }),
    { maxLength: 8 },
  )
  .map((rules) =>
    rules.map(({ until, ...rule }, index) => ({
      ...rule,
      ...(until !== undefined && { until }),
      id: `rul_${index}`,
      order: (index + 1) * 10,
      ruleCheck: 'CONDITIONS' as const,
    })),
  )
const Facts = fc
  .record({
    JURISDICTION: fc.option(fc.subarray(['SG', 'CH', 'LT']), { nil: undefined }),
    TRANSACTION_AMOUNT: fc.option(
      fc.integer({ min: 0, max: 20 }).map((amount) => sgd(`${amount}.0000`)),
      { nil: undefined },
    ),
  })
  .map(({ JURISDICTION, TRANSACTION_AMOUNT }) => ({
    ...(JURISDICTION && { JURISDICTION }),
    ...(TRANSACTION_AMOUNT && { TRANSACTION_AMOUNT }),
  }))

/** The same in other words: the rules that apply, and the first of them that isn't known not to hold. */
const stops = (rules: readonly Rule[], facts: Parameters<typeof holds>[1]) =>
  rules
    .filter(({ enabled, until }) => enabled && (until === undefined || until > at.toISOString()))
    .find(({ conditions }) => !conditions.some((one) => holds(one, facts) === 'FALSE'))

test('[TX-03] the first rule that may hold decides, and one that only may hold asks a person', () => {
  fc.assert(
    fc.property(Rules, Facts, (rules, facts) => {
      const verdict = evaluate(rules, facts, at)
      expect(evaluate(rules, facts, at), 'the same answer twice').toEqual(verdict)
      const stop = stops(rules, facts)
      expect(verdict.rule?.id).toBe(stop?.id)
      if (!stop) expect(verdict).toMatchObject({ action: 'SEND_TO_INBOX', cause: 'NO_RULE' })
      else if (stop.conditions.every((one) => holds(one, facts) === 'TRUE'))
        expect(verdict).toMatchObject({ action: stop.actionRule, cause: 'RULE' })
      else expect(verdict).toMatchObject({ action: 'SEND_TO_INBOX', cause: 'UNKNOWN' })
      expect(verdict.trace.at(-1)?.ruleId ?? null).toBe(
        stop?.id ?? verdict.trace.at(-1)?.ruleId ?? null,
      )
      for (const one of verdict.trace.slice(0, stop ? -1 : undefined))
        expect(one.result).toBe('FALSE')
    }),
    { numRuns: 500 },
  )
})

test('[TX-03] without a fact no transfer passes that would not pass with it', () => {
  fc.assert(
    fc.property(Rules, Facts, (rules, facts) => {
      const less = evaluate(rules, {}, at)
      if (less.cause !== 'RULE') return
      expect(evaluate(rules, facts, at).action).toBe(less.action)
    }),
    { numRuns: 500 },
  )
})

test('[TX-03] digits below a ten-thousandth are cut off, and a whole amount needs no point', () => {
  expect(tenThousandths('1.23456')).toBe(12_345n)
  expect(tenThousandths('7')).toBe(70_000n)
  expect(tenThousandths('.5')).toBe(5_000n)
})

const always = (more: Partial<Rule>): Rule => ({
  id: 'rul_0',
  order: 10,
  enabled: true,
  actionRule: 'APPROVE',
  ruleCheck: 'ALL',
  conditions: [{ check: 'ALL' }],
  ...more,
})

test('[TX-03] a rule no longer applies from its last moment on, and one that is off leaves no trace', () => {
  const ended = always({ until: at.toISOString() })
  const open = always({ until: new Date(at.getTime() + 1).toISOString() })
  expect(evaluate([ended], {}, at)).toMatchObject({ cause: 'NO_RULE', trace: [] })
  expect(evaluate([open], {}, at)).toMatchObject({ cause: 'RULE', action: 'APPROVE' })
  expect(evaluate([always({ enabled: false })], {}, at).trace).toEqual([])
})

const codes = ['A', 'B', 'C', 'D']
test.each(listChecks)('[TX-03] %s: in the list, not in it, and not known', (check) => {
  fc.assert(
    fc.property(
      fc.subarray(codes, { minLength: 1 }),
      fc.option(fc.subarray(codes), { nil: undefined }),
      (values, known) => {
        const facts = known ? { [check]: known } : {}
        const isIn = known?.some((one) => values.includes(one))
        const within = known === undefined ? 'UNKNOWN' : isIn ? 'TRUE' : 'FALSE'
        const outside =
          known === undefined || known.length === 0 ? 'UNKNOWN' : isIn ? 'FALSE' : 'TRUE'
        expect(holds({ check, operator: 'IN', values }, facts)).toBe(within)
        expect(holds({ check, operator: 'NOT_IN', values }, facts)).toBe(outside)
      },
    ),
  )
})

test.each(['<', '<=', '>', '>='] as const)(
  '[TX-03] %s compares amounts, sums and minutes',
  (operator) => {
    const compare = {
      '<': (a: number, b: number) => a < b,
      '<=': (a: number, b: number) => a <= b,
      '>': (a: number, b: number) => a > b,
      '>=': (a: number, b: number) => a >= b,
    }[operator]
    const small = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(small, small, (fact, limit) => {
        const expected = compare(fact, limit) ? 'TRUE' : 'FALSE'
        const money = sgd(`0.000${fact}`)
        const amount = `0.000${limit}`
        expect(holds(value(operator, amount), { TRANSACTION_AMOUNT: money })).toBe(expected)
        expect(holds({ ...sum, operator, amount }, { 'SUM_WINDOW 24': money })).toBe(expected)
        expect(holds(age(operator, limit), { TRANSACTION_CREATION_TIME: fact + 0.9 })).toBe(
          expected,
        )
      }),
    )
  },
)
