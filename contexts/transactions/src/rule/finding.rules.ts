import {
  countryCodes,
  countryLists,
  type Rule,
  type RuleCondition,
  type RuleDirection,
  type RuleFinding,
  type RuleSetBody,
  ruleDirections,
  valuesOf,
} from '@countersign/contracts/transactions'
import { covers, isEmpty, overlaps, placed } from './box.rules.ts'
import { rulesOf } from './country-list.rules.ts'

/** Facts that a stage doesn't have yet. */
const afterRelease = [
  'DATA_COMPLETE',
  'CUSTOMER',
  'CUSTOMER_TAG',
  'CUSTOMER_COUNTRY',
  'NAME_MATCH',
  'PROOF',
] as const
/** What keeps rules from being saved: whatever is known of a transfer, they can't do what they say. */
const errors = new Set<RuleFinding['code']>(['EMPTY', 'DUPLICATE', 'STAGE'])
const always = (rule: Rule) => rule.conditions.every(({ check }) => check === 'ALL')

/** What the company's own law says, as far as it is known. */
type Law = { readonly mustReject?: boolean | undefined; readonly mustVerify?: boolean | undefined }

/** What is wrong with rules, or worth knowing, direction by direction in their order. */
export const findingsOf = (body: RuleSetBody, law: Law = {}): RuleFinding[] => [
  ...ruleDirections.flatMap((direction) => findIn(direction, rulesOf(body, direction), law)),
  ...unheardDeadlines(body),
  ...body.outgoing
    .filter(({ actionRule }) => actionRule === 'NOT_READY')
    .map((rule) => ofOutgoing(rule, 'NOT_READY_OUTGOING', 'ERROR')),
]

const ofOutgoing = (
  { id }: Rule,
  code: RuleFinding['code'],
  level: RuleFinding['level'],
): RuleFinding => ({ code, level, direction: 'outgoing', ruleId: id, others: [] })

/** Deadlines of the company's own transfers, where those of others have none: the first end before they are sent. */
function unheardDeadlines({ incoming, outgoing }: RuleSetBody): RuleFinding[] {
  const isDeadline = ({ enabled, actionRule, conditions }: Rule) =>
    enabled &&
    actionRule === 'REJECT' &&
    conditions.some(({ check }) => check === 'TRANSACTION_CREATION_TIME')
  if (incoming.some(isDeadline)) return []
  return outgoing
    .filter(isDeadline)
    .map((rule) => ofOutgoing(rule, 'DEADLINE_WITHOUT_INCOMING', 'WARNING'))
}

function findIn(direction: RuleDirection, all: readonly Rule[], law: Law): RuleFinding[] {
  // Lists of countries are compared by their countries.
  const rules = all
    .filter(({ enabled }) => enabled)
    .map((rule) =>
      placed({
        ...rule,
        conditions: rule.conditions.map((one) =>
          'values' in one ? { ...one, values: [...valuesOf(one.check, one.values)] } : one,
        ),
      }),
    )
  return rules.flatMap((rule, index): RuleFinding[] => {
    const found = (code: RuleFinding['code'], others: readonly Rule[] = []): RuleFinding => ({
      code,
      level: errors.has(code) ? 'ERROR' : 'WARNING',
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
      ...rule.conditions.flatMap((one) => {
        const values = strangeCountries(one)
        return values.length > 0
          ? [{ ...found('UNKNOWN_VALUE'), level: 'ERROR' as const, check: one.check, values }]
          : []
      }),
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

/** What a condition names as countries, and is neither one nor a list of some. */
const strangeCountries = (condition: RuleCondition): string[] =>
  condition.check === 'JURISDICTION' || condition.check === 'CUSTOMER_COUNTRY'
    ? condition.values.filter((code) => !countryCodes.has(code) && !countryLists[code])
    : []

/** Rules that never act: one that acts on arrival alone, but asks for what is known only later, and their like. */
function stages(direction: RuleDirection, { actionRule, conditions }: Rule): RuleFinding['code'][] {
  const asks = (check: RuleCondition['check']) => conditions.some((one) => one.check === check)
  const isTooEarly =
    direction === 'incoming'
      ? actionRule === 'NOT_READY' && [...afterRelease].some(asks)
      : // Names are compared by the beneficiary's company.
        asks('NAME_MATCH')
  return isTooEarly ? ['STAGE'] : []
}
