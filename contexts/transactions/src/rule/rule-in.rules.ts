import {
  type Rule,
  type RuleDirection,
  type RuleIn,
  reasonsFor,
} from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import { readSingle, strangeValues, writeSingle } from './single-check.rules.ts'

/** Where something stands in the request. */
type Place = readonly (string | number)[]

const reasonUse = { incoming: 'decline', outgoing: 'cancel' } as const

/** Reads the rules of a direction as they will be stored: in order, numbered, with their conditions. */
export function readRules(
  direction: RuleDirection,
  given: readonly RuleIn[],
  newId: () => string,
): {
  readonly rules: Rule[]
  readonly issues: readonly Issue[]
  /** Where each rule stands in the request. */
  readonly places: ReadonlyMap<string, Place>
} {
  const issues: Issue[] = []
  const place = (index: number): Place => ['body', 'ruleSet', direction, index]
  const fault = (loc: Place, msg: string, type = 'value_error') => issues.push({ loc, msg, type })
  const orders = given.map(({ order }) => order)
  for (const [index, order] of orders.entries())
    if (order !== undefined && orders.indexOf(order) < index)
      fault([...place(index), 'order'], 'Two rules have this place')
  const ids = given.map(({ id }) => id)
  for (const [index, id] of ids.entries())
    if (id !== undefined && ids.indexOf(id) < index)
      fault([...place(index), 'id'], 'Two rules have this id')
  const read = given.map((rule, index) => {
    const single = rule.conditions === undefined ? readSingle(rule) : undefined
    const conditions = rule.conditions ?? (single ? [single] : [])
    if (conditions.length === 0) fault([...place(index), 'ruleValue'], 'The rule has no condition')
    for (const [at, condition] of conditions.entries()) {
      const loc = [...place(index), 'conditions', at]
      const [strange] = strangeValues(condition)
      if (strange !== undefined)
        fault([...loc, 'values'], `${condition.check} can’t be “${strange}”`)
      if (condition.check === 'FIRST_WITH' && condition.values.length > 1)
        fault([...loc, 'values'], 'FIRST_WITH asks about one thing: use a rule for each')
    }
    faultsOfAction(direction, rule, (field, msg) => fault([...place(index), field], msg))
    return { rule, conditions, order: rule.order ?? index, id: rule.id ?? newId(), index }
  })
  const rules = read
    .toSorted((a, b) => a.order - b.order)
    .map(({ rule, conditions, id }, index): Rule => {
      const [first, ...others] = conditions
      const isSingle = first !== undefined && others.length === 0
      return {
        id,
        order: (index + 1) * 10,
        ...(rule.name && { name: rule.name }),
        ...(rule.note && { note: rule.note }),
        enabled: rule.enabled,
        actionRule: rule.actionRule,
        ...(rule.reason && { reason: rule.reason }),
        ...(rule.until && { until: rule.until }),
        ...(rule.source && { source: rule.source }),
        ruleCheck: isSingle ? first.check : 'CONDITIONS',
        ...(isSingle && { ruleValue: writeSingle(first) }),
        conditions,
      }
    })
  return { rules, issues, places: new Map(read.map(({ id, index }) => [id, place(index)])) }
}

/** What a direction's rules can't do, and reasons that don't fit. */
function faultsOfAction(
  direction: RuleDirection,
  { actionRule, reason }: RuleIn,
  fault: (field: string, msg: string) => void,
) {
  if (reason === undefined) return
  const use = actionRule === 'NOT_READY' ? 'notReady' : reasonUse[direction]
  const isGiven =
    actionRule === 'REJECT' || (actionRule === 'NOT_READY' && direction === 'incoming')
  // A reason that needs a comment is for people: a rule has nobody to write it.
  const fits = reason === 'RULE' || (reasonsFor(use).includes(reason) && reason !== 'OTHER')
  if (!isGiven || !fits) fault('reason', 'This reason doesn’t fit this action')
}

/** The first DID that a rule names twice. */
export const repeatedDid = (rules: readonly RuleIn[]): string | undefined =>
  rules
    .flatMap((rule) => rule.conditions ?? readSingle(rule) ?? [])
    .flatMap((condition) =>
      condition.check === 'VASP'
        ? condition.values.filter((did, index) => condition.values.indexOf(did) < index)
        : [],
    )[0]
