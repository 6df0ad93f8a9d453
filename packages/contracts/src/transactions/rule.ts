import * as z from 'zod/mini'
import { Instant, Line, Whole } from '../common.ts'
import { callForAction, increasedMonitoring } from '../country-lists.ts'
import { ReasonCode } from './reason.ts'
import { Status } from './status.ts'
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
  'ADDRESS_OWNER',
  'DATA_COMPLETE',
  'COUNTERPARTY',
  'FIRST_WITH',
  'OWN_ACCOUNT',
  'RISK_SCORE',
  'SANCTION_LIST_CHECK',
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
  REVIEWED_VASP_LIST: ['TRUSTED', 'BLOCKED', 'MANUAL', 'NOT_REVIEWED'],
  JURISDICTION: null,
  ASSET: null,
  NETWORK: null,
  TRANSACTION_TYPE: ['TRAVELRULE', 'BELOW_THRESHOLD', 'NON_CUSTODIAL', 'UNKNOWN'],
  ADDRESS_OWNER: ['INTERNAL_CUSTOMER', 'INTERNAL', 'OURS_BY_CONFIRMATION', 'UNHOSTED', 'UNKNOWN'],
  DATA_COMPLETE: ['YES', 'NO'],
  COUNTERPARTY: ['VERIFIED', 'NOT_VERIFIED'],
  FIRST_WITH: ['COUNTERPARTY'],
  OWN_ACCOUNT: ['YES', 'NO'],
  RISK_SCORE: ['LOW', 'MEDIUM', 'HIGH', 'SEVERE'],
  SANCTION_LIST_CHECK: ['NO_MATCH', 'POTENTIAL', 'MATCH', 'ERROR'],
  CUSTOMER: null,
  CUSTOMER_TAG: null,
  CUSTOMER_COUNTRY: null,
  NAME_MATCH: ['EXACT', 'SIMILAR', 'DIFFERENT', 'UNKNOWN'],
  PROOF: ['VERIFIED', 'DECLARED', 'MISSING'],
}

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
/** The value of the company's transfers with the same counterparty, this one included. */
const SumCondition = z.strictObject({
  check: z.literal('SUM_WINDOW'),
  operator: z.enum(numberOperators),
  amount: Amount,
  currency: Currency,
  hours: z.int().check(z.minimum(1), z.maximum(72)),
})
/** One condition of a rule. */
export const RuleCondition = z.union([
  z.strictObject({ check: z.literal('ALL') }),
  ListCondition,
  AmountCondition,
  AgeCondition,
  SumCondition,
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

/** The rules of both directions. */
export const RuleSetBody = z.object({ incoming: z.array(Rule), outgoing: z.array(Rule) })
export type RuleSetBody = z.infer<typeof RuleSetBody>

/** Whether a condition or a rule holds. UNKNOWN: a fact is not known yet, and a person decides. */
export const truths = ['TRUE', 'FALSE', 'UNKNOWN'] as const
export const Truth = z.enum(truths)
export type Truth = z.infer<typeof Truth>

/**
 * A fact as a decision keeps it: codes, an amount or minutes. No codes: there is nothing of the kind, such as the
 * counterparty of a self-hosted wallet.
 */
export const RuleFact = z.union([
  z.array(z.string()),
  z.object({ amount: z.string(), currency: z.string() }),
  z.number(),
])
export type RuleFact = z.infer<typeof RuleFact>

/** Why it was decided so. PERSON: the names were amended too often; FAILED: the rules could not be read. */
export const decisionCauses = ['RULE', 'UNKNOWN', 'NO_RULE', 'PERSON', 'FAILED'] as const
export const DecisionCause = z.enum(decisionCauses)
export type DecisionCause = z.infer<typeof DecisionCause>

/** When rules decide: outgoing before the release, incoming on arrival, incoming with the data. */
export const RuleStage = z.enum(['NEW', 'ARRIVAL', 'DECISION'])
export type RuleStage = z.infer<typeof RuleStage>

/** How a rule was judged, condition by condition. */
export const RuleTrace = z.object({
  ruleId: z.string(),
  result: Truth,
  conditions: z.array(Truth),
})
export type RuleTrace = z.infer<typeof RuleTrace>

/** What rules decided on a transfer, and by which facts. */
export const RuleDecision = z.object({
  id: z.string(),
  at: Instant,
  stage: RuleStage,
  action: RuleAction,
  cause: DecisionCause,
  version: Whole(),
  /** The rule that decided, or that stopped for a fact. */
  rule: z.nullable(Rule),
  facts: z.record(z.string(), RuleFact),
  /** The rules in order, up to the one that decided. */
  trace: z.array(z.extend(RuleTrace, { name: z.nullable(z.string()) })),
})
export type RuleDecision = z.infer<typeof RuleDecision>

/** The most transfers of a dry run. */
export const dryRunLimit = 10_000

const Counts = z.record(RuleAction, Whole())
/** What rules would have decided, beside what was decided. A transfer that people decided was in the inbox. */
export const DryRun = z.object({
  considered: Whole(),
  /** Those for which a rule stopped, as a fact is not known. */
  unknown: Whole(),
  before: Counts,
  after: Counts,
  /** By what was decided: what would be. */
  matrix: z.record(z.string(), Counts),
  /** How many transfers each rule would decide. */
  byRule: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), hits: Whole() })),
  /** How many would be decided otherwise. */
  changed: Whole(),
  /** The newest 200 of them. */
  differing: z.array(
    z.object({
      id: z.uuid(),
      status: Status,
      before: RuleAction,
      after: RuleAction,
      cause: DecisionCause,
      rule: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type DryRun = z.infer<typeof DryRun>

/** The fact that a condition is about, as a decision's facts name it. */
export const factOf = (condition: RuleCondition): string =>
  condition.check === 'SUM_WINDOW' ? `SUM_WINDOW ${condition.hours}` : condition.check
