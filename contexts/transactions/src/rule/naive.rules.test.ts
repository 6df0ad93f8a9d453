import {
  listChecks,
  numberOperators,
  type Rule,
  type RuleCondition,
  type RuleFact,
  ruleActions,
} from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesOf } from './country-list.rules.ts'
import { evaluate } from './evaluate.rules.ts'
import { readSingle, writeSingle } from './single-check.rules.ts'

const at = new Date('2026-11-24T00:00:00Z')
const [codes, sources] = [
  ['AA', 'BB', 'CC'],
  ['Ours', 'Theirs'],
] as const
const parties = ['COUNTERPARTY', 'CUSTOMER', 'ADDRESS'] as const
const hours = fc.constantFrom(1, 24)
const operator = fc.constantFrom(...numberOperators)
const amount = fc.integer({ min: 0, max: 4 }).map((n) => `0.000${n}`)
const currency = fc.constantFrom('SGD', 'EUR')
const few = fc.subarray([...codes])

/** Every kind of condition, of values so few that facts meet them. */
const Condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.constant<RuleCondition>({ check: 'ALL' }),
  fc.record({
    check: fc.constantFrom(...listChecks.filter((one) => one !== 'FIRST_WITH')),
    operator: fc.constantFrom('IN', 'NOT_IN'),
    values: fc.subarray([...codes], { minLength: 1 }),
  }),
  fc.record({
    check: fc.constant('VASP' as const),
    operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
    values: fc.subarray([...codes], { minLength: 1 }),
    group: fc.constant(true as const),
  }),
  fc.record({
    check: fc.constant('FIRST_WITH' as const),
    operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
    values: fc.constantFrom(...parties).map((one): string[] => [one]),
  }),
  fc.record({ check: fc.constant('TRANSACTION_AMOUNT' as const), operator, amount, currency }),
  fc.record({
    check: fc.constant('TRANSACTION_CREATION_TIME' as const),
    operator,
    minutes: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ check: fc.constant('RESPONSE_TIME' as const), operator, hours }),
  fc
    .record({
      ...{ check: fc.constant('SUM_WINDOW' as const), operator, amount, currency, hours },
      by: fc.option(fc.constant('CUSTOMER' as const), { nil: undefined }),
    })
    .map(({ by, ...one }) => (by === undefined ? one : { ...one, by })),
)
const Rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      actionRule: fc.constantFrom(...ruleActions),
      enabled: fc.boolean(),
      conditions: fc.array(Condition, { minLength: 1, maxLength: 3 }),
      source: fc.option(fc.constantFrom(...sources), { nil: undefined }),
      until: fc.option(fc.constantFrom('2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'), {
        nil: undefined,
      }),
    }),
    { maxLength: 6 },
  )
  .map((rules) =>
    rules.map(({ source, until, ...rule }, index) => ({
      ...rule,
      ...(source !== undefined && { source }),
      ...(until !== undefined && { until }),
      id: `rul_${index}`,
      order: (index + 1) * 10,
      ruleCheck: 'CONDITIONS' as const,
    })),
  )

const money = fc.record({ amount: amount.map((one) => one), currency })
const maybe = (fact: fc.Arbitrary<RuleFact>) => fc.option(fact, { nil: undefined, freq: 6 })
const named = (names: readonly string[], fact: fc.Arbitrary<RuleFact>) =>
  names.map((name) => [name, maybe(fact)] as const)
const sums = [1, 24].flatMap((one) => [`SUM_WINDOW ${one}`, `SUM_WINDOW ${one} CUSTOMER`])
const ofProviders = sources.flatMap((one) => [`RISK_SCORE ${one}`, `SANCTION_LIST_CHECK ${one}`])
const Facts = fc
  .record(
    Object.fromEntries([
      ...named([...listChecks, ...ofProviders, 'VASP GROUP'], few),
      ...parties.flatMap((one) =>
        named(
          [one === 'COUNTERPARTY' ? 'FIRST_WITH' : `FIRST_WITH ${one}`],
          fc.constantFrom<string[]>([], ['SEEN'], [one]),
        ),
      ),
      ...named(['TRANSACTION_AMOUNT', ...sums], money),
      ...named(['TRANSACTION_CREATION_TIME'], fc.double({ min: 0, max: 5, noNaN: true })),
      ...named(
        ['RESPONSE_TIME'],
        fc.oneof(fc.constant<string[]>([]), fc.constantFrom(0, 59, 60, 61, 1_440, 1_500)),
      ),
    ]),
  )
  .map((facts) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact]])),
    ),
  )
type Known = Readonly<Record<string, RuleFact>>

const units = (text: string) => Math.round(Number(text) * 10_000)

/** Both sides of a comparison as numbers; null: nobody knows the fact. */
function sidesOf(condition: RuleCondition, facts: Known): readonly [number, number] | null {
  if ('minutes' in condition) {
    const age = facts.TRANSACTION_CREATION_TIME
    return typeof age === 'number' ? [Math.floor(age), condition.minutes] : null
  }
  if (condition.check === 'RESPONSE_TIME') {
    const minutes = facts.RESPONSE_TIME
    return typeof minutes === 'number' ? [minutes, condition.hours * 60] : null
  }
  if (!('amount' in condition)) return null
  const whose = 'by' in condition && condition.by === 'CUSTOMER' ? ' CUSTOMER' : ''
  const name =
    condition.check === 'SUM_WINDOW' ? `SUM_WINDOW ${condition.hours}${whose}` : condition.check
  const fact = facts[name]
  if (typeof fact !== 'object' || Array.isArray(fact)) return null
  return fact.currency === condition.currency ? [units(fact.amount), units(condition.amount)] : null
}

/** Whether a condition holds, one word of the design after the other; null: not known. */
function plainly(condition: RuleCondition, facts: Known, source?: string): boolean | null {
  if (condition.check === 'ALL') return true
  if ('values' in condition) {
    const isOfProvider =
      condition.check === 'RISK_SCORE' || condition.check === 'SANCTION_LIST_CHECK'
    let name: string = condition.check
    if (isOfProvider && source) name = `${condition.check} ${source}`
    if ('group' in condition) name = 'VASP GROUP'
    if (condition.check === 'FIRST_WITH' && !condition.values.includes('COUNTERPARTY'))
      name = `FIRST_WITH ${condition.values}`
    const has = facts[name]
    if (!Array.isArray(has)) return null
    for (const code of has) if (condition.values.includes(code)) return condition.operator === 'IN'
    if (condition.operator === 'IN') return false
    return has.length === 0 ? null : true
  }
  // Without a counterparty there is no slow one.
  if (condition.check === 'RESPONSE_TIME' && Array.isArray(facts.RESPONSE_TIME)) return false
  const sides = sidesOf(condition, facts)
  if (sides === null) return null
  const [left, right] = sides
  if (condition.operator === '<') return left < right
  if (condition.operator === '<=') return left < right || left === right
  return condition.operator === '>' ? left > right : left > right || left === right
}

function naive(rules: readonly Rule[], facts: Known) {
  for (const { enabled, until, conditions, source, id, actionRule } of rules) {
    if (!enabled || (until && Date.parse(until) <= at.getTime())) continue
    const results = conditions.map((one) => plainly(one, facts, source))
    if (results.some((one) => one === false)) continue
    return results.every((one) => one === true)
      ? { action: actionRule, cause: 'RULE', id }
      : { action: 'SEND_TO_INBOX', cause: 'UNKNOWN', id }
  }
  return { action: 'SEND_TO_INBOX', cause: 'NO_RULE', id: undefined }
}

test('[TX-03] rules of every kind decide as a plain reading of the design does, twice the same', () => {
  const causes = new Map<string, number>()
  fc.assert(
    fc.property(Rules, Facts, (rules, facts) => {
      const verdict = evaluate(rules, facts, at)
      const { action, cause, rule } = verdict
      expect({ action, cause, id: rule?.id }).toEqual(naive(rules, facts))
      expect(evaluate(rules, facts, at)).toEqual(verdict)
      expect(
        evaluate(
          rules.filter(({ enabled }) => enabled),
          facts,
          at,
        ),
      ).toEqual(verdict)
      causes.set(cause, (causes.get(cause) ?? 0) + 1)
    }),
    { numRuns: 3_000 },
  )
  // The draws reach each outcome often enough to say something.
  for (const cause of ['RULE', 'UNKNOWN', 'NO_RULE'])
    expect(causes.get(cause), cause).toBeGreaterThan(100)
})

test('[TX-03] without an expected check no rule behind the one that asks for it decides', () => {
  fc.assert(
    fc.property(Rules, Facts, (rules, facts) => {
      const { RISK_SCORE: _, ...less } = facts
      const place = rules.findIndex(
        ({ enabled, source, until, conditions }) =>
          enabled &&
          source === undefined &&
          (until === undefined || new Date(until) > at) &&
          conditions.every((one) => one.check === 'RISK_SCORE' || plainly(one, less) === true) &&
          conditions.some(({ check }) => check === 'RISK_SCORE'),
      )
      if (place < 0) return
      const decided = evaluate(rules, less, at).rule
      expect(rules.findIndex(({ id }) => id === decided?.id)).toBeLessThanOrEqual(place)
    }),
    { numRuns: 3_000 },
  )
})

test('[TX-03] an own list decides as its countries do', () => {
  const lists = [{ name: 'OUR_LIST', countries: ['AA', 'CC'] }]
  const country = fc.record({
    check: fc.constantFrom('JURISDICTION' as const, 'CUSTOMER_COUNTRY' as const),
    operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
  })
  fc.assert(
    fc.property(country, Facts, (about, facts) => {
      const decided = (values: string[]) => {
        const rule: Rule = {
          id: 'rul_0',
          order: 10,
          enabled: true,
          actionRule: 'REJECT',
          ruleCheck: 'CONDITIONS',
          conditions: [{ ...about, values }],
        }
        const body = { incoming: [rule], outgoing: [], lists }
        return evaluate(rulesOf(body, 'incoming'), facts, at).cause
      }
      expect(decided(['OUR_LIST'])).toBe(decided(['AA', 'CC']))
      expect(decided(['OUR_LIST', 'BB'])).toBe(decided(['AA', 'BB', 'CC']))
    }),
  )
})

test('[TX-03] each condition reads as it was written for older clients', () => {
  fc.assert(
    fc.property(Condition, (condition) => {
      const single = { ruleCheck: condition.check, ruleValue: writeSingle(condition) }
      expect(readSingle(single)).toEqual(condition)
    }),
  )
})
