import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import { Rule, RuleAction, ruleChecks } from './rule.ts'
import { Status } from './status.ts'

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

/**
 * Why it was decided so. WAITING: an expected check has not arrived yet; PERSON: the names were amended too often;
 * FAILED: the rules could not be read.
 */
export const decisionCauses = ['RULE', 'UNKNOWN', 'WAITING', 'NO_RULE', 'PERSON', 'FAILED'] as const
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

/** The rules in order, up to the one that decided. */
const Trace = z.array(z.extend(RuleTrace, { name: z.nullable(z.string()) }))

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
  trace: Trace,
})
export type RuleDecision = z.infer<typeof RuleDecision>

/** The most transfers of a dry run. */
export const dryRunLimit = 10_000

const Counts = z.record(RuleAction, Whole())
/** What rules would have decided, beside what was decided. A transfer that people decided was in the inbox. */
export const DryRun = z.object({
  considered: Whole(),
  /** The period has more transfers than were tried. */
  more: z.boolean(),
  /** Those for which a rule stopped, as a fact is not known. */
  unknown: Whole(),
  /** What these rules asked for and nobody knows, and of how many transfers. */
  missing: z.array(z.object({ check: z.enum(ruleChecks), transfers: Whole(1) })),
  before: Counts,
  after: Counts,
  /** By what was decided: what would be. */
  matrix: z.record(z.string(), Counts),
  /** By rule, off or not: how many transfers meet it, how many it would decide, and whether none meets it. */
  byRule: z.array(
    z.object({
      id: z.string(),
      name: z.nullable(z.string()),
      hits: Whole(),
      firstHits: Whole(),
      neverTrue: z.boolean(),
    }),
  ),
  /** How many would be decided differently. */
  changed: Whole(),
  /** 200 of them, the newest first. */
  differing: z.array(
    z.object({
      id: z.uuid(),
      status: Status,
      before: RuleAction,
      after: RuleAction,
      cause: DecisionCause,
      rule: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
      trace: Trace,
    }),
  ),
  /** The cursor of the next ones; null: there are no more. */
  next: z.nullable(z.string()),
})
export type DryRun = z.infer<typeof DryRun>
