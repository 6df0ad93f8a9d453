import {
  countryCodes,
  type Rule,
  type RuleCondition,
  type RuleDirection,
  type RuleFinding,
  type RuleSetBody,
  ruleDirections,
  valuesOf,
} from '@countersign/contracts/transactions'
import { tenThousandths } from './evaluate.rules.ts'

/** Facts that a stage doesn't have yet. */
const afterRelease = new Set<string>([
  'DATA_COMPLETE',
  'CUSTOMER',
  'CUSTOMER_TAG',
  'CUSTOMER_COUNTRY',
  'NAME_MATCH',
  'PROOF',
])
const always = (rule: Rule) => rule.conditions.every(({ check }) => check === 'ALL')

/** A number condition as the values that it allows, in units that compare: `[from, to]`, both included. */
function intervalOf(condition: RuleCondition): readonly [bigint, bigint] | null {
  if (!('operator' in condition) || 'values' in condition) return null
  const value = 'amount' in condition ? tenThousandths(condition.amount) : BigInt(condition.minutes)
  const infinite = 10n ** 30n
  switch (condition.operator) {
    case '<':
      return [0n, value - 1n]
    case '<=':
      return [0n, value]
    case '>':
      return [value + 1n, infinite]
    case '>=':
      return [value, infinite]
  }
}

/** What two conditions must share to be compared. */
const axisOf = (condition: RuleCondition): string =>
  [
    condition.check,
    'currency' in condition ? condition.currency : '',
    'hours' in condition ? condition.hours : '',
  ].join(' ')

/** Whether whatever satisfies `narrow` satisfies `wide` too. */
export function implies(narrow: RuleCondition, wide: RuleCondition): boolean {
  if (wide.check === 'ALL') return true
  if (axisOf(narrow) !== axisOf(wide)) return false
  if ('values' in narrow && 'values' in wide) {
    const within = narrow.values.every((value) => wide.values.includes(value))
    if (narrow.operator === 'IN')
      return wide.operator === 'IN'
        ? within
        : !narrow.values.some((value) => wide.values.includes(value))
    return wide.operator === 'NOT_IN' && wide.values.every((value) => narrow.values.includes(value))
  }
  const [a, b] = [intervalOf(narrow), intervalOf(wide)]
  return a !== null && b !== null && a[0] >= b[0] && a[1] <= b[1]
}

/** Whether each transfer that meets `narrow` meets `wide` too. Sure where it says yes. */
export const covers = (wide: Rule, narrow: Rule): boolean =>
  wide.conditions.every((one) => narrow.conditions.some((other) => implies(other, one)))

/** Whether nothing can meet all conditions of a rule. */
export function isEmpty({ conditions }: Rule): boolean {
  const groups = Map.groupBy(conditions, axisOf)
  return [...groups.values()].some((group) => {
    const intervals = group.flatMap((one) => {
      const interval = intervalOf(one)
      return interval ? [interval] : []
    })
    if (intervals.length > 0)
      return intervals.some(([low]) => intervals.some(([, high]) => low > high))
    // A fact may have several codes, as an asset has its symbol and its id: only one list and its opposite exclude.
    return group.some((one) =>
      group.some(
        (other) =>
          'values' in one &&
          'values' in other &&
          one.operator === 'IN' &&
          other.operator === 'NOT_IN' &&
          one.values.every((value) => other.values.includes(value)),
      ),
    )
  })
}

/** Whether something that both conditions, about the same, allow is sure to exist. */
function meet(a: RuleCondition, b: RuleCondition): boolean {
  if ('values' in a && 'values' in b) {
    if (a.operator === 'NOT_IN') return b.operator === 'NOT_IN' || meet(b, a)
    return a.values.some((value) => b.values.includes(value) === (b.operator === 'IN'))
  }
  const [one, other] = [intervalOf(a), intervalOf(b)]
  return one === null || other === null || (one[0] <= other[1] && other[0] <= one[1])
}

/** Whether some transfers meet both of two rules that are about the same. Others are hard to compare. */
export function overlaps(a: Rule, b: Rule): boolean {
  const axes = (rule: Rule) => [...new Set(rule.conditions.map(axisOf))].sort().join()
  const pairs = a.conditions.flatMap((one) =>
    b.conditions.flatMap((other) => (axisOf(one) === axisOf(other) ? [[one, other] as const] : [])),
  )
  return (
    axes(a) === axes(b) &&
    pairs.every(([one, other]) => meet(one, other)) &&
    !isEmpty({ ...a, conditions: [...a.conditions, ...b.conditions] })
  )
}

/** What the company's own law says, as far as it is known. */
type Law = { readonly mustReject?: boolean | undefined; readonly mustVerify?: boolean | undefined }

/** What is wrong with rules, or worth knowing, direction by direction in their order. */
export const findingsOf = (body: RuleSetBody, law: Law = {}): RuleFinding[] =>
  ruleDirections.flatMap((direction) => findIn(direction, body[direction], law))

function findIn(direction: RuleDirection, all: readonly Rule[], law: Law): RuleFinding[] {
  // Lists of countries are compared by their countries.
  const rules = all
    .filter(({ enabled }) => enabled)
    .map((rule) => ({
      ...rule,
      conditions: rule.conditions.map((one) =>
        'values' in one ? { ...one, values: [...valuesOf(one.check, one.values)] } : one,
      ),
    }))
  return rules.flatMap((rule, index): RuleFinding[] => {
    const found = (code: RuleFinding['code'], others: readonly Rule[] = []): RuleFinding => ({
      code,
      level: 'WARNING',
      direction,
      ruleId: rule.id,
      others: others.map(({ id }) => id),
    })
    if (isEmpty(rule)) return [found('EMPTY')]
    const covering = rules
      .slice(0, index)
      .filter((one) => one.until === undefined && covers(one, rule))
    const same = covering.filter((one) => covers(rule, one))
    const agrees = (one: Rule) => one.actionRule === rule.actionRule
    const crossing = rules
      .slice(0, index)
      .filter((one) => !agrees(one) && !covers(rule, one) && overlaps(one, rule))
    return [
      ...(same.some(agrees) ? [found('DUPLICATE', same.filter(agrees))] : []),
      ...(same.some((one) => !agrees(one))
        ? [
            found(
              'CONFLICT',
              same.filter((one) => !agrees(one)),
            ),
          ]
        : []),
      ...(covering.length > same.length
        ? [
            found(
              'UNREACHABLE',
              covering.filter((one) => !same.includes(one)),
            ),
          ]
        : []),
      ...(covering.length === 0 && crossing.length > 0 ? [found('OVERLAPS', crossing)] : []),
      ...againstLaw(direction, rule, law).map((code) => found(code)),
      ...(rule.conditions.some(asksForNothing) ? [found('UNKNOWN_VALUE')] : []),
      ...(rule.actionRule === 'APPROVE' && always(rule) ? [found('APPROVES_ALL')] : []),
      ...stages(direction, rule).map((code) => found(code)),
    ]
  })
}

/** Whether a rule makes sure of something: no transfer without it meets the rule. */
const ensures = ({ conditions }: Rule, check: RuleCondition['check'], value?: string): boolean =>
  conditions.some(
    (one) =>
      one.check === check &&
      'values' in one &&
      one.operator === 'IN' &&
      (value === undefined || one.values.every((other) => other === value)),
  )

/** What a rule lets pass although the company's law says otherwise. */
function againstLaw(direction: RuleDirection, rule: Rule, law: Law): RuleFinding['code'][] {
  if (rule.actionRule !== 'APPROVE') return []
  if (direction === 'incoming')
    return law.mustReject && !ensures(rule, 'DATA_COMPLETE', 'YES') ? ['APPROVES_WITHOUT_DATA'] : []
  const knows = (['CUSTOMER', 'CUSTOMER_TAG', 'CUSTOMER_COUNTRY'] as const).some((check) =>
    ensures(rule, check),
  )
  return law.mustVerify && !knows ? ['APPROVES_UNVERIFIED'] : []
}

/** Whether a condition names a country that isn't one. */
const asksForNothing = (condition: RuleCondition): boolean =>
  (condition.check === 'JURISDICTION' || condition.check === 'CUSTOMER_COUNTRY') &&
  condition.values.some((code) => !countryCodes.has(code))

/** A rule that acts on arrival alone, but asks for what is known only later. */
const stages = (direction: RuleDirection, rule: Rule): RuleFinding['code'][] =>
  direction === 'incoming' &&
  rule.actionRule === 'NOT_READY' &&
  rule.conditions.some(({ check }) => afterRelease.has(check))
    ? ['STAGE']
    : []
