import {
  listChecks,
  listValues,
  numberOperators,
  RuleCondition,
  type RuleIn,
} from '@countersign/contracts/transactions'

type Single = Pick<RuleIn, 'ruleCheck' | 'ruleValue'>
const amount = /^(<=?|>=?)?\s*([0-9.]+)\s+([A-Z]{3})$/
const sum = /^(<=?|>=?)?\s*([0-9.]+)\s+([A-Z]{3})\s+([0-9]{1,2})h(\s+customer)?$/
const hours = /^(<=?|>=?)?\s*([0-9]{1,3})h$/
const group = /\s+group$/
const minutes = /^(<=?|>=?)?\s*([0-9]{1,9})$/

/**
 * The condition of a rule that has only one, as older clients write it: a list with commas (`!` before it: not
 * in), companies with ` group` for their
 * subsidiaries too, an amount such as `>= 1000.00 SGD`, minutes, or nothing for ALL. @returns undefined where it is none
 */
export function readSingle({
  ruleCheck: check,
  ruleValue: value = '',
}: Single): RuleCondition | undefined {
  const text = value.trim()
  const parse = (condition: object) => RuleCondition.safeParse(condition).data
  const operatorOf = (given: string | undefined) =>
    numberOperators.find((one) => one === given) ?? '>='
  if (check === undefined || check === 'CONDITIONS') return undefined
  if (check === 'ALL') return { check }
  if (check === 'TRANSACTION_AMOUNT') {
    const [, operator, digits, currency] = amount.exec(text) ?? []
    return parse({ check, operator: operatorOf(operator), amount: digits, currency })
  }
  if (check === 'SUM_WINDOW') {
    const [, operator, digits, currency, window, customer] = sum.exec(text) ?? []
    const condition = { check, operator: operatorOf(operator), amount: digits, currency }
    return parse({ ...condition, hours: Number(window), ...(customer && { by: 'CUSTOMER' }) })
  }
  if (check === 'RESPONSE_TIME') {
    const [, operator, digits] = hours.exec(text) ?? []
    return parse({ check, operator: operatorOf(operator), hours: Number(digits) })
  }
  if (check === 'TRANSACTION_CREATION_TIME') {
    const [, operator, digits] = minutes.exec(text) ?? []
    return parse({ check, operator: operatorOf(operator), minutes: Number(digits) })
  }
  const isNot = text.startsWith('!')
  const isGroup = check === 'VASP' && group.test(text)
  const list = isGroup ? text.replace(group, '') : text
  const values = (isNot ? list.slice(1) : list).split(',').map((one) => one.trim())
  return parse({
    check,
    operator: isNot ? 'NOT_IN' : 'IN',
    values: values.filter(Boolean),
    ...(isGroup && { group: true }),
  })
}

/** The same, written. */
export function writeSingle(condition: RuleCondition): string {
  switch (condition.check) {
    case 'ALL':
      return ''
    case 'TRANSACTION_AMOUNT':
      return `${condition.operator} ${condition.amount} ${condition.currency}`
    case 'SUM_WINDOW':
      return `${condition.operator} ${condition.amount} ${condition.currency} ${condition.hours}h${condition.by === 'CUSTOMER' ? ' customer' : ''}`
    case 'TRANSACTION_CREATION_TIME':
      return `${condition.operator} ${condition.minutes}`
    case 'RESPONSE_TIME':
      return `${condition.operator} ${condition.hours}h`
    default:
      return `${condition.operator === 'NOT_IN' ? '!' : ''}${condition.values.join(',')}${'group' in condition ? ' group' : ''}`
  }
}

/** Values of a list that its check doesn't know. */
export const strangeValues = (condition: RuleCondition): readonly string[] => {
  const check = listChecks.find((one) => one === condition.check)
  const known = check === undefined ? null : listValues[check]
  if (known === null || !('values' in condition)) return []
  return condition.values.filter((value) => !known.includes(value))
}
