import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, Whole, WholeText } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { CountryList, RuleDirection, RuleIn, ruleLimit } from './rule.ts'
import { DryRun, dryRunLimit, RuleDecision } from './rule-decision.ts'
import { RuleFinding, RuleSet, RuleVersion, SavedRuleSet } from './rule-set.ts'

const company = { vaspDID: z.optional(Did) }
const reads = canIn('rules.get', 'vaspDID', { people: 'inside', sole: true })
const changes = canIn('rules.set', 'vaspDID', { people: 'own', sole: true })
const Rules = z.array(RuleIn).check(z.maxLength(ruleLimit))
/** A direction that is left out stays as it is. */
const ruleSet = z.strictObject({
  incoming: z.optional(Rules),
  outgoing: z.optional(Rules),
  /** The company's own lists of countries; left out, they stay as they are. */
  lists: z.optional(z.array(CountryList).check(z.maxLength(20))),
})
/** The version that the caller saw; another one by now is a conflict. Without it the directions given are replaced. */
const base = { baseVersion: z.optional(Whole()) }
const save = {
  ...company,
  ...base,
  ruleSet,
  note: z.optional(Line(1_000)),
}
/** 40 conditions of 200 rules. */
const bodyLimit = 2_000_000

/** The rules that decide a company's transfers. Base path `/api`. */
export const rules = {
  get: {
    method: 'GET',
    path: '/rules/get',
    summary: 'Get the rules that decide transfers, or an earlier version of them',
    access: reads,
    query: z.object({ ...company, version: z.optional(WholeText(1)) }),
    returns: { 200: RuleSet },
  },
  set: {
    method: 'POST',
    path: '/rules/set',
    summary: 'Save rules as a new version, applied immediately or once a second person agrees',
    access: changes,
    bodyLimit,
    body: z.strictObject(save),
    returns: { 201: SavedRuleSet, 202: SavedRuleSet },
  },
  setDirection: {
    method: 'POST',
    path: '/rules/set/direction',
    summary: 'Save the rules of a direction as a new version',
    access: changes,
    bodyLimit,
    body: z.strictObject(save),
    returns: { 201: SavedRuleSet, 202: SavedRuleSet },
  },
  delete: {
    method: 'POST',
    path: '/rules/delete',
    summary: 'Delete rules; the rest become a new version',
    access: changes,
    body: z.strictObject({
      ...company,
      ...base,
      ids: z
        .array(z.string().check(z.minLength(1), z.maxLength(40)))
        .check(z.minLength(1), z.maxLength(2 * ruleLimit)),
    }),
    returns: { 200: SavedRuleSet, 202: SavedRuleSet },
  },
  check: {
    method: 'POST',
    path: '/rules/check',
    summary: 'Check rules for problems without saving them',
    access: canIn('rules.get', 'vaspDID', { people: 'own', sole: true }),
    bodyLimit,
    body: z.strictObject({ ...company, ruleSet }),
    returns: { 200: z.object({ findings: z.array(RuleFinding) }) },
  },
  dryRun: {
    method: 'POST',
    path: '/rules/dry-run',
    limit: 'search',
    summary: 'Try rules on past transfers, without doing anything',
    access: canIn('rules.get', 'vaspDID', { people: 'own', sole: true }),
    bodyLimit,
    body: z.strictObject({
      ...company,
      ruleSet,
      direction: RuleDirection,
      /** The newest so many: of all, or of those created in a period. */
      last: z._default(z.int().check(z.minimum(1), z.maximum(dryRunLimit)), 1_000),
      from: z.optional(Instant),
      to: z.optional(Instant),
      /** THEN: as they were when rules decided. NOW: today's verdicts, lists and checks. */
      facts: z._default(z.enum(['THEN', 'NOW']), 'THEN'),
      /** Goes on with the transfers that would be decided differently, with the same rules and limits. */
      cursor: z.optional(Cursor),
    }),
    returns: { 200: DryRun },
  },
  versions: {
    method: 'GET',
    path: '/rules/versions',
    summary: 'List the versions of the rules, the newest first',
    access: reads,
    query: z.object({ ...company, cursor: z.optional(Cursor) }),
    returns: {
      200: z.object({ versions: z.array(RuleVersion), next: z.nullable(z.string()) }),
    },
  },
  restore: {
    method: 'POST',
    path: '/rules/restore',
    summary: 'Save an earlier version of the rules as a new one',
    access: changes,
    body: z.strictObject({ ...company, ...base, version: Whole(1) }),
    returns: { 201: SavedRuleSet, 202: SavedRuleSet },
  },
  agree: {
    method: 'POST',
    path: '/rules/agree',
    summary: 'Activate rules that someone else has changed',
    access: changes,
    body: z.strictObject({ ...company, version: Whole(1) }),
    returns: { 200: RuleSet },
  },
  discard: {
    method: 'POST',
    path: '/rules/discard',
    summary: 'Discard rules that wait for a second person',
    access: changes,
    body: z.strictObject({ ...company, version: Whole(1) }),
    returns: { 200: RuleSet },
  },
  decisions: {
    method: 'GET',
    path: '/rules/decisions',
    summary: 'Explain what the rules decided on a transfer',
    access: canIn('transactions.info', 'vaspDID', { people: 'inside', sole: true }),
    query: z.object({ ...company, id: z.uuid() }),
    /** At most 20, the newest first. */
    returns: { 200: z.object({ decisions: z.array(RuleDecision) }) },
  },
} as const satisfies Contract[string]
