import {
  factOf,
  manyCoded,
  type NumberOperator,
  type Rule,
  type RuleCondition,
} from '@countersign/contracts/transactions'
import { tenThousandths } from './evaluate.rules.ts'

/** A number condition as the values that it allows, in units that compare: `[from, to]`, both included. */
function intervalOf(condition: RuleCondition): readonly [bigint, bigint] | null {
  if (!('operator' in condition) || 'values' in condition) return null
  const value = measured(condition)
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

function measured(condition: Extract<RuleCondition, { operator: NumberOperator }>): bigint {
  if ('amount' in condition) return tenThousandths(condition.amount)
  return BigInt('minutes' in condition ? condition.minutes : condition.hours * 60)
}

/** A condition with the provider that its rule names. */
type Placed = RuleCondition & { readonly source?: string }

/** The same rule, so that its conditions say of which provider they are. */
export const placed = (rule: Rule): Rule & { readonly conditions: readonly Placed[] } => ({
  ...rule,
  conditions: rule.conditions.map((one) => ({
    ...one,
    ...(rule.source !== undefined && { source: rule.source }),
  })),
})

/** What two conditions must share to be compared. */
const axisOf = (condition: Placed): string =>
  condition.check === 'RESPONSE_TIME'
    ? condition.check
    : [factOf(condition, condition.source), 'currency' in condition ? condition.currency : ''].join(
        ' ',
      )

/** Whether whatever satisfies `narrow` satisfies `wide` too. */
export function implies(narrow: RuleCondition, wide: RuleCondition): boolean {
  if (wide.check === 'ALL') return true
  if ('values' in narrow && 'values' in wide) {
    const isSame = axisOf(narrow) === axisOf(wide)
    // A company is in its own group.
    const [single, grouped] = narrow.operator === 'IN' ? [narrow, wide] : [wide, narrow]
    const isOfGroup = single.check === 'VASP' && !('group' in single) && 'group' in grouped
    if (!isSame && (!isOfGroup || narrow.operator !== wide.operator)) return false
    const within = narrow.values.every((value) => wide.values.includes(value))
    // What has one of these codes may have others too.
    if (narrow.operator === 'IN')
      return wide.operator === 'IN'
        ? within
        : !manyCoded.has(narrow.check) &&
            !('group' in narrow) &&
            !narrow.values.some((value) => wide.values.includes(value))
    return wide.operator === 'NOT_IN' && wide.values.every((value) => narrow.values.includes(value))
  }
  if (axisOf(narrow) !== axisOf(wide)) return false
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
