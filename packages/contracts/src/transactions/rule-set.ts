import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import { RuleDirection, RuleSetBody, ruleChecks } from './rule.ts'

/** A person or client of the company who saved a version. */
const Author = z.object({ did: z.string(), name: z.nullable(z.string()) })

/**
 * ACTIVE: it decides. PENDING: it waits until a second person activates it. PAST: it has decided, or was never
 * activated.
 */
export const RuleState = z.enum(['ACTIVE', 'PENDING', 'PAST'])
export type RuleState = z.infer<typeof RuleState>

/** What is known of a version besides its rules. */
export const RuleVersion = z.object({
  /** 0: the company has no rules yet. */
  version: Whole(),
  note: z.nullable(z.string()),
  by: z.nullable(Author),
  updatedAt: z.nullable(Instant),
  state: RuleState,
  /** The second person, who activated it. */
  agreedBy: z.nullable(Author),
})
export type RuleVersion = z.infer<typeof RuleVersion>

/** What is wrong with rules, or worth knowing. An error keeps them from being saved. */
export const ruleFindings = [
  'EMPTY',
  'DUPLICATE',
  'UNREACHABLE',
  'CONFLICT',
  'OVERLAPS',
  'SHADOWED_PARTLY',
  'APPROVES_ALL',
  'APPROVES_WITHOUT_DATA',
  'APPROVES_UNVERIFIED',
  'STAGE',
  'UNKNOWN_VALUE',
  'DEADLINE_WITHOUT_INCOMING',
  'NOT_READY_OUTGOING',
] as const
/** One finding about one rule. */
export const RuleFinding = z.object({
  code: z.enum(ruleFindings),
  level: z.enum(['ERROR', 'WARNING']),
  direction: RuleDirection,
  ruleId: z.string(),
  /** The earlier rules that cause it. */
  others: z.array(z.string()),
  /** With SHADOWED_PARTLY: how many of a hundred of the newest transfers that meet the rule the others decide. */
  share: z.optional(Whole(1)),
  /** With UNKNOWN_VALUE: the check, and what of its values is not known; a provider, or none that ever answered. */
  check: z.optional(z.enum(ruleChecks)),
  values: z.optional(z.array(z.string())),
})
export type RuleFinding = z.infer<typeof RuleFinding>

/** A company's rules as they apply. What no rule decides goes to the inbox. */
export const RuleSet = z.extend(RuleVersion, {
  ...RuleSetBody.shape,
  /** The version that waits for a second person. */
  pending: z.nullable(RuleVersion),
  /** Whether a change now would wait for one. */
  takesTwo: z.boolean(),
  /** How many rules the company’s plan covers, in both directions together; null for as many as it likes. */
  planLimit: z.nullable(Whole()),
  default: z.literal('SEND_TO_INBOX'),
})
export type RuleSet = z.infer<typeof RuleSet>
/** The same, just saved. */
export const SavedRuleSet = z.extend(RuleSet, { findings: z.array(RuleFinding) })
