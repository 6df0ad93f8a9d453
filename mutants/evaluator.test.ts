import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Rule, RuleCondition, RuleFact, Truth } from '@countersign/contracts/transactions'
import * as contracts from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import * as evaluator from '../contexts/transactions/src/rule/evaluate.rules.ts'
import { type Fault, faultsOf, planted } from './operators.ts'

const file = new URL('../contexts/transactions/src/rule/evaluate.rules.ts', import.meta.url)
const source = readFileSync(file, 'utf8')

/** The evaluator with another source, in this process: a fault costs a millisecond, not a run of tests. */
function evaluatorOf(text: string): typeof evaluator {
  const plain = stripTypeScriptTypes(text)
  const names = [...plain.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)
  const body = plain
    .replaceAll(
      /^import \{([^}]*)\} from '@countersign\/contracts\/transactions'/gm,
      'const {$1} = contracts',
    )
    .replaceAll(/^export /gm, '')
  return new Function('contracts', `${body}\nreturn { ${names.join(', ')} }`)(contracts)
}

const at = new Date('2026-11-24T00:00:00Z')
const [later, earlier] = ['2026-11-24T00:00:00.001Z', '2026-11-23T00:00:00Z']
const sgd = (amount: string) => ({ amount, currency: 'SGD' })
const operators = ['<', '<=', '>', '>='] as const

/** Conditions at and beside each edge, with facts of every kind. */
const conditions: readonly RuleCondition[] = [
  { check: 'ALL' },
  ...(['IN', 'NOT_IN'] as const).map(
    (operator): RuleCondition => ({ check: 'JURISDICTION', operator, values: ['SG', 'CH'] }),
  ),
  ...operators.flatMap((operator): RuleCondition[] => [
    { check: 'TRANSACTION_AMOUNT', operator, amount: '10.5', currency: 'SGD' },
    { check: 'SUM_WINDOW', operator, amount: '10.5', currency: 'SGD', hours: 24 },
    { check: 'SUM_WINDOW', operator, amount: '10.5', currency: 'SGD', hours: 24, by: 'CUSTOMER' },
    { check: 'TRANSACTION_CREATION_TIME', operator, minutes: 10 },
    { check: 'RESPONSE_TIME', operator, hours: 1 },
  ]),
  { check: 'COUNTERPARTY', operator: 'IN', values: ['SG', 'CH'] },
  { check: 'RISK_SCORE', operator: 'NOT_IN', values: ['SG'] },
]
const facts: readonly (RuleFact | undefined)[] = [
  ...[undefined, [], ['SG'], ['LT'], ['LT', 'SG'], 9, 9.9, 10, 11, 59.9, 60, 61],
  ...['10.4999', '10.5000', '10.50009', '10.5001', '9', '11', '100'].map(sgd),
  { amount: '10.5000', currency: 'EUR' },
]
const truths = ['TRUE', 'FALSE', 'UNKNOWN'] as const

const rule = (no: number, conditions: Rule['conditions'], more: Partial<Rule> = {}): Rule => ({
  ...{ id: `rul_${no}`, order: no * 10, enabled: true, actionRule: 'APPROVE' },
  ...{ ruleCheck: 'CONDITIONS', conditions, ...more },
})
const country = (value: string): RuleCondition => ({
  check: 'JURISDICTION',
  operator: 'IN',
  values: [value],
})
const score: RuleCondition = { check: 'RISK_SCORE', operator: 'IN', values: ['HIGH'] }
const lists: readonly (readonly Rule[])[] = [
  [],
  [rule(1, [country('LT')]), rule(2, [country('SG')], { actionRule: 'REJECT' })],
  [rule(1, [country('SG')]), rule(2, [{ check: 'ALL' }], { actionRule: 'REJECT' })],
  [
    rule(1, [country('SG'), country('LT')]),
    rule(2, [{ check: 'ALL' }], { actionRule: 'NOT_READY' }),
  ],
  [rule(1, [{ check: 'ALL' }], { enabled: false }), rule(2, [country('SG')])],
  ...[earlier, at.toISOString(), later].map((until) => [rule(1, [{ check: 'ALL' }], { until })]),
  [rule(1, [score], { source: 'Ours', actionRule: 'REJECT' }), rule(2, [{ check: 'ALL' }])],
]

/** What is asked of the evaluator. */
const groups = [
  [],
  ...truths.map((one) => [one]),
  ...truths.flatMap((one) => truths.map((two) => [one, two])),
]
const known = [
  {},
  { JURISDICTION: ['SG'] },
  { JURISDICTION: ['LT'] },
  { JURISDICTION: ['SG', 'LT'] },
  { RISK_SCORE: ['HIGH'], 'RISK_SCORE Ours': ['LOW'] },
  { RISK_SCORE: ['LOW'], 'RISK_SCORE Ours': ['HIGH'] },
  { RISK_SCORE: ['HIGH'] },
]
const amounts = { '0': 0, '7': 70_000, '.5': 5_000, '1.2': 12_000, '1.23456': 12_345 }

const answers = ({ allOf, evaluate, holds, tenThousandths }: typeof evaluator): unknown[] => [
  conditions.map((one) =>
    facts.map((fact) => holds(one, fact === undefined ? {} : { [contracts.factOf(one)]: fact })),
  ),
  groups.map((results) => allOf(results)),
  lists.flatMap((rules) => known.map((facts) => evaluate(rules, facts, at))),
  Object.keys(amounts).map((amount) => Number(tenThousandths(amount))),
]

const digits = (amount: string) => Math.trunc(Number(amount) * 10_000 + 0.001)

/** The same question answered in other words, as the design of rules has them. */
function holdsPlainly(condition: RuleCondition, fact: RuleFact | undefined): Truth {
  if (condition.check === 'ALL') return 'TRUE'
  const sure = (is: boolean): Truth => (is ? 'TRUE' : 'FALSE')
  if ('values' in condition) {
    if (!Array.isArray(fact)) return 'UNKNOWN'
    if (fact.length === 0 && condition.operator === 'NOT_IN') return 'UNKNOWN'
    const shared = condition.values.filter((value) => fact.includes(value))
    return sure(shared.length > 0 === (condition.operator === 'IN'))
  }
  if (condition.check === 'RESPONSE_TIME' && Array.isArray(fact) && fact.length === 0)
    return 'FALSE'
  const isTime = !('amount' in condition)
  let left: number | undefined
  if (isTime) left = typeof fact === 'number' ? Math.floor(fact) : undefined
  else if (typeof fact === 'object' && 'amount' in fact && fact.currency === condition.currency)
    left = digits(fact.amount)
  if (left === undefined) return 'UNKNOWN'
  const right = !isTime
    ? digits(condition.amount)
    : 'minutes' in condition
      ? condition.minutes
      : condition.hours * 60
  const order = { '<': left < right, '<=': left <= right, '>': left > right, '>=': left >= right }
  return sure(order[condition.operator])
}

const allPlainly = (results: readonly Truth[]): Truth =>
  results.some((one) => one === 'FALSE')
    ? 'FALSE'
    : results.length > 0 && results.every((one) => one === 'TRUE')
      ? 'TRUE'
      : 'UNKNOWN'

function decidedPlainly(rules: readonly Rule[], facts: Readonly<Record<string, RuleFact>>) {
  const trace = rules
    .filter(
      ({ enabled, until }) => enabled && (until === undefined || Date.parse(until) > at.getTime()),
    )
    .map((rule) => {
      const judged = rule.conditions.map((one) => {
        const isFrom = rule.source && one.check === 'RISK_SCORE'
        return holdsPlainly(
          one,
          facts[isFrom ? `RISK_SCORE ${rule.source}` : contracts.factOf(one)],
        )
      })
      return { rule, line: { ruleId: rule.id, result: allPlainly(judged), conditions: judged } }
    })
  const stop = trace.findIndex(({ line }) => line.result !== 'FALSE')
  const lines = trace.slice(0, stop < 0 ? undefined : stop + 1).map(({ line }) => line)
  const found = trace[stop]
  const cause = !found ? 'NO_RULE' : found.line.result === 'TRUE' ? 'RULE' : 'UNKNOWN'
  const action = found && cause === 'RULE' ? found.rule.actionRule : 'SEND_TO_INBOX'
  return { action, cause, rule: found?.rule ?? null, trace: lines }
}

const right = JSON.stringify([
  conditions.map((one) => facts.map((fact) => holdsPlainly(one, fact))),
  groups.map((results) => allPlainly(results)),
  lists.flatMap((rules) => known.map((facts) => decidedPlainly(rules, facts))),
  Object.values(amounts),
])

/** Whether a fault shows: another answer, or none. */
function isCaught(fault: Fault): boolean {
  try {
    return JSON.stringify(answers(evaluatorOf(planted(source, fault)))) !== right
  } catch {
    return true
  }
}

const faults = faultsOf('evaluate.rules.ts', source)

test('[TX-03] the evaluator answers each question as it is answered in other words', () => {
  expect(JSON.stringify(answers(evaluator))).toBe(right)
  expect(JSON.stringify(answers(evaluatorOf(source)))).toBe(right)
  expect(faults.length).toBeGreaterThan(20)
})

test.each(
  faults.map(
    (fault) =>
      [`line ${source.slice(0, fault.start).split('\n').length}: ${fault.what}`, fault] as const,
  ),
)('[TX-03] a fault planted in the evaluator shows, at %s', (_, fault) => {
  expect(isCaught(fault)).toBe(true)
})
