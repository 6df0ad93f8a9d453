import {
  factOf,
  type NumberOperator,
  type Rule,
  type RuleAction,
  type RuleCondition,
  type RuleFact,
  type RuleTrace,
  type Truth,
  valuesOf,
} from '@countersign/contracts/transactions'

/** What is known of a transfer, by the names that `factOf` gives. One that is absent is not known yet. */
export type RuleFacts = Readonly<Record<string, RuleFact>>

/** What a list of rules makes of a transfer. */
export type Verdict = {
  readonly action: RuleAction
  /** UNKNOWN: a rule stopped, because it may apply once a fact is known. */
  readonly cause: 'RULE' | 'UNKNOWN' | 'NO_RULE'
  readonly rule: Rule | null
  readonly trace: readonly RuleTrace[]
}

/** @returns ten-thousandths, from digits with at most four after the point */
export function tenThousandths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole + part.slice(0, 4).padEnd(4, '0'))
}

const compares: { readonly [O in NumberOperator]: (a: bigint, b: bigint) => boolean } = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
const truth = (holds: boolean): Truth => (holds ? 'TRUE' : 'FALSE')

/**
 * Whether a condition holds. A fact that is missing, or of another kind or currency, leaves it UNKNOWN.
 * @param source the provider that the rule names
 */
export function holds(condition: RuleCondition, facts: RuleFacts, source?: string): Truth {
  if (condition.check === 'ALL') return 'TRUE'
  const fact = facts[factOf(condition, source)]
  if (fact === undefined) return 'UNKNOWN'
  switch (condition.check) {
    case 'TRANSACTION_CREATION_TIME': {
      if (typeof fact !== 'number') return 'UNKNOWN'
      const { operator, minutes } = condition
      return truth(compares[operator](BigInt(Math.floor(fact)), BigInt(minutes)))
    }
    case 'RESPONSE_TIME': {
      // Without a counterparty there is none to be slow.
      if (Array.isArray(fact) && fact.length === 0) return 'FALSE'
      if (typeof fact !== 'number') return 'UNKNOWN'
      const { operator, hours } = condition
      return truth(compares[operator](BigInt(Math.floor(fact)), BigInt(hours * 60)))
    }
    case 'TRANSACTION_AMOUNT':
    case 'SUM_WINDOW': {
      const { operator, amount, currency } = condition
      if (typeof fact === 'number' || !('amount' in fact) || fact.currency !== currency)
        return 'UNKNOWN'
      return truth(compares[operator](tenThousandths(fact.amount), tenThousandths(amount)))
    }
    default: {
      if (!Array.isArray(fact)) return 'UNKNOWN'
      const values = valuesOf(condition.check, condition.values)
      const isIn = fact.some((one) => values.includes(one))
      if (condition.operator === 'IN') return truth(isIn)
      // "Not in Singapore" says nothing about what is nowhere: a person decides.
      return fact.length === 0 ? 'UNKNOWN' : truth(!isIn)
    }
  }
}

/** All must hold. One that doesn't decides, whatever is still unknown. */
export function allOf(results: readonly Truth[]): Truth {
  if (results.includes('FALSE')) return 'FALSE'
  return results.length === 0 || results.includes('UNKNOWN') ? 'UNKNOWN' : 'TRUE'
}

/**
 * Judges a transfer by rules in their order: the first that holds decides. One that may hold once a fact is known
 * stops, since no later rule may override it: a person decides. Pure: the same facts give the same verdict.
 */
export function evaluate(rules: readonly Rule[], facts: RuleFacts, at: Date): Verdict {
  const trace: RuleTrace[] = []
  for (const rule of rules) {
    if (!rule.enabled || (rule.until !== undefined && new Date(rule.until) <= at)) continue
    const conditions = rule.conditions.map((condition) => holds(condition, facts, rule.source))
    const result = allOf(conditions)
    trace.push({ ruleId: rule.id, result, conditions })
    if (result === 'TRUE') return { action: rule.actionRule, cause: 'RULE', rule, trace }
    if (result === 'UNKNOWN') return { action: 'SEND_TO_INBOX', cause: 'UNKNOWN', rule, trace }
  }
  return { action: 'SEND_TO_INBOX', cause: 'NO_RULE', rule: null, trace }
}
