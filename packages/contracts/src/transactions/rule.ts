import * as z from 'zod/mini'
import { Instant, Line, Whole } from '../common.ts'
import { callForAction, increasedMonitoring } from '../country-lists.ts'
import { compliancePhases } from '../trust/index.ts'
import { checkKinds } from './check.ts'
import { ReasonCode } from './reason.ts'
import { Currency } from './values.ts'

/** What a rule does. NOT_READY: tells the originator that the answer takes longer; incoming alone. */
export const ruleActions = ['APPROVE', 'REJECT', 'NOT_READY', 'SEND_TO_INBOX'] as const
export const RuleAction = z.enum(ruleActions)
export type RuleAction = z.infer<typeof RuleAction>

/** The directions that have rules of their own. */
export const ruleDirections = ['incoming', 'outgoing'] as const
export const RuleDirection = z.enum(ruleDirections)
export type RuleDirection = z.infer<typeof RuleDirection>

/** Checks that compare a fact with a list. */
export const listChecks = [
  'VASP',
  'REVIEWED_VASP_LIST',
  'JURISDICTION',
  'ASSET',
  'NETWORK',
  'TRANSACTION_TYPE',
  'THRESHOLD_TIER',
  'DIRECTION_GROUP',
  'ADDRESS_OWNER',
  'DATA_COMPLETE',
  'COUNTERPARTY',
  'FIRST_WITH',
  'OWN_ACCOUNT',
  ...checkKinds,
  'CUSTOMER',
  'CUSTOMER_TAG',
  'CUSTOMER_COUNTRY',
  'NAME_MATCH',
  'PROOF',
] as const
export type ListCheck = (typeof listChecks)[number]

/** What each list may hold; `null`: any value. */
export const listValues: { readonly [C in ListCheck]: readonly string[] | null } = {
  VASP: null,
  REVIEWED_VASP_LIST: ['TRUSTED', 'BLOCKED', 'MANUAL', 'NOT_REVIEWED', 'REVIEW_OVERDUE'],
  JURISDICTION: null,
  ASSET: null,
  NETWORK: null,
  TRANSACTION_TYPE: ['TRAVELRULE', 'BELOW_THRESHOLD', 'NON_CUSTODIAL', 'UNKNOWN'],
  THRESHOLD_TIER: ['NONE', '1', '2', '3', '4', '5'],
  DIRECTION_GROUP: ['YES', 'NO'],
  ADDRESS_OWNER: ['INTERNAL_CUSTOMER', 'INTERNAL', 'OURS_BY_CONFIRMATION', 'UNHOSTED', 'UNKNOWN'],
  DATA_COMPLETE: ['YES', 'NO'],
  COUNTERPARTY: ['VERIFIED', 'NOT_VERIFIED', ...compliancePhases, 'DDQ_VALID', 'DDQ_NOT_VALID'],
  FIRST_WITH: ['COUNTERPARTY', 'CUSTOMER', 'ADDRESS'],
  OWN_ACCOUNT: ['YES', 'NO'],
  RISK_SCORE: ['LOW', 'MEDIUM', 'HIGH', 'SEVERE'],
  SANCTION_LIST_CHECK: ['NO_MATCH', 'POTENTIAL', 'MATCH', 'ERROR'],
  CUSTOMER: null,
  CUSTOMER_TAG: null,
  CUSTOMER_COUNTRY: null,
  NAME_MATCH: ['EXACT', 'SIMILAR', 'DIFFERENT', 'UNKNOWN'],
  PROOF: ['VERIFIED', 'DECLARED', 'MISSING'],
}

/** Checks of which a transfer may have several codes at once. */
export const manyCoded: ReadonlySet<RuleCheck> = new Set<RuleCheck>([
  'REVIEWED_VASP_LIST',
  'ASSET',
  'COUNTERPARTY',
  'FIRST_WITH',
  'CUSTOMER_TAG',
  ...checkKinds,
])

/** Lists of countries that a condition on countries names in place of its countries. */
export const countryLists: Readonly<Record<string, readonly string[]>> = {
  FATF_CALL_FOR_ACTION: callForAction,
  FATF_INCREASED_MONITORING: increasedMonitoring,
}
/** By the values of a condition, which are looked at for each transfer. */
const expanded = new WeakMap<readonly string[], readonly string[]>()

/** What a condition's values stand for: a list of countries for all of its countries. */
export function valuesOf(check: ListCheck, values: readonly string[]): readonly string[] {
  if (check !== 'JURISDICTION' && check !== 'CUSTOMER_COUNTRY') return values
  const known = expanded.get(values)
  if (known) return known
  const made = [...new Set(values.flatMap((value) => countryLists[value] ?? [value]))]
  expanded.set(values, made)
  return made
}

/** Checks that compare a number. */
export const numberChecks = [
  'TRANSACTION_AMOUNT',
  'TRANSACTION_CREATION_TIME',
  'SUM_WINDOW',
  'RESPONSE_TIME',
] as const

/** Everything that a condition can be about. */
export const ruleChecks = ['ALL', ...listChecks, ...numberChecks] as const
export type RuleCheck = (typeof ruleChecks)[number]

/** How a list is compared. A fact of nothing, such as the country of no counterparty, is in no list. */
export const listOperators = ['IN', 'NOT_IN'] as const
/** How a number is compared. */
export const numberOperators = ['<', '<=', '>', '>='] as const
export type NumberOperator = (typeof numberOperators)[number]

/** An amount of money, at most four digits after the point. */
const Amount = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,13})(\.[0-9]{1,4})?$/, 'Expected an amount such as 1000.00'))

const ListCondition = z.strictObject({
  check: z.enum(listChecks),
  operator: z.enum(listOperators),
  values: z
    .array(z.string().check(z.minLength(1), z.maxLength(256)))
    .check(z.minLength(1), z.maxLength(200)),
})
/** Companies with their subsidiaries. */
const GroupCondition = z.extend(ListCondition, {
  check: z.literal('VASP'),
  group: z.literal(true),
})
const AmountCondition = z.strictObject({
  check: z.literal('TRANSACTION_AMOUNT'),
  operator: z.enum(numberOperators),
  amount: Amount,
  currency: Currency,
})
const AgeCondition = z.strictObject({
  check: z.literal('TRANSACTION_CREATION_TIME'),
  operator: z.enum(numberOperators),
  /** Since the transfer was created or arrived. */
  minutes: Whole(1),
})
/** The value of the company's transfers with the same counterparty or customer, this one included. */
const SumCondition = z.strictObject({
  check: z.literal('SUM_WINDOW'),
  operator: z.enum(numberOperators),
  amount: Amount,
  currency: Currency,
  hours: z.int().check(z.minimum(1), z.maximum(72)),
  /** Of the same customer; of the same counterparty where it isn't said. */
  by: z.optional(z.literal('CUSTOMER')),
})
/** The counterparty's median time to answer the company's transfers, over a year. */
const ResponseCondition = z.strictObject({
  check: z.literal('RESPONSE_TIME'),
  operator: z.enum(numberOperators),
  hours: z.int().check(z.minimum(1), z.maximum(720)),
})
/** One condition of a rule. */
export const RuleCondition = z.union([
  z.strictObject({ check: z.literal('ALL') }),
  ListCondition,
  GroupCondition,
  AmountCondition,
  AgeCondition,
  SumCondition,
  ResponseCondition,
])
export type RuleCondition = z.infer<typeof RuleCondition>

const ruleFields = {
  name: z.optional(Line(80)),
  note: z.optional(Line(500)),
  enabled: z._default(z.boolean(), true),
  actionRule: RuleAction,
  /** Told to the counterparty; `RULE` where none is given. */
  reason: z.optional(ReasonCode),
  /** The rule no longer applies from here on. */
  until: z.optional(Instant),
  /** The provider of a check. */
  source: z.optional(Line(80)),
}

/** The most conditions of a rule. */
export const conditionLimit = 12
/** The most rules of a direction. */
export const ruleLimit = 200

/** A rule as it is saved. One with a single condition may have it as `ruleCheck` and `ruleValue`. */
export const RuleIn = z.strictObject({
  id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'Expected an id of a rule'))),
  /** Rules run in this order; where none has one, as they stand. */
  order: z.optional(Whole(0)),
  ...ruleFields,
  ruleCheck: z.optional(z.enum([...ruleChecks, 'CONDITIONS'])),
  ruleValue: z.optional(z.string().check(z.maxLength(8_000))),
  /** All must hold. */
  conditions: z.optional(z.array(RuleCondition).check(z.minLength(1), z.maxLength(conditionLimit))),
})
export type RuleIn = z.infer<typeof RuleIn>

/** A rule as it stands. */
export const Rule = z.object({
  id: z.string(),
  /** 10, 20, … */
  order: Whole(1),
  ...ruleFields,
  ruleCheck: z.enum([...ruleChecks, 'CONDITIONS']),
  /** The value of the single condition; absent where there are several. */
  ruleValue: z.optional(z.string()),
  conditions: z.array(RuleCondition).check(z.minLength(1)),
})
export type Rule = z.infer<typeof Rule>

/** The company's own list of countries, which conditions on countries name in place of them. */
export const CountryList = z.strictObject({
  name: z
    .string()
    .check(z.regex(/^[A-Z][A-Z0-9_]{2,39}$/, 'Use 3 to 40 capital letters, digits or underscores')),
  countries: z
    .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a country code such as SG')))
    .check(z.minLength(1), z.maxLength(250)),
})
export type CountryList = z.infer<typeof CountryList>

/** The rules of both directions, and the lists that they name. */
export const RuleSetBody = z.object({
  incoming: z.array(Rule),
  outgoing: z.array(Rule),
  lists: z.optional(z.array(CountryList)),
})
export type RuleSetBody = z.infer<typeof RuleSetBody>

/** The fact that a condition is about, as a decision's facts name it. @param source the provider that the rule names */
export function factOf(condition: RuleCondition, source?: string): string {
  if (condition.check === 'SUM_WINDOW')
    return `SUM_WINDOW ${condition.hours}${condition.by === 'CUSTOMER' ? ' CUSTOMER' : ''}`
  if ('group' in condition) return 'VASP GROUP'
  // Each is a fact of its own, as each may be unknown; a counterparty's came first.
  if (condition.check === 'FIRST_WITH') {
    const [party] = condition.values
    return party === 'CUSTOMER' || party === 'ADDRESS' ? `FIRST_WITH ${party}` : condition.check
  }
  const isFromProvider = source !== undefined && checkKinds.some((kind) => kind === condition.check)
  return isFromProvider ? `${condition.check} ${source}` : condition.check
}
