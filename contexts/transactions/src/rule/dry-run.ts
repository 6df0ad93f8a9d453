import { setImmediate } from 'node:timers/promises'
import type { Input } from '@countersign/contracts'
import {
  type rules as contract,
  type DryRun,
  type Rule,
  type RuleAction,
  type RuleCheck,
  ruleActions,
} from '@countersign/contracts/transactions'
import { cursorOf } from '@countersign/kit/cursor'
import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { findSides } from '../list/index.ts'
import type { DB } from '../tables.gen.ts'
import { askedBy } from './asked.rules.ts'
import { rulesOf } from './country-list.rules.ts'
import { type Decision, findLatestDecisions, findNewest } from './decision.store.ts'
import { allOf, evaluate, holds, type RuleFacts, type Verdict } from './evaluate.rules.ts'
import { factsFor, type Subject, subjectsOf } from './fact.ts'
import { readGiven } from './given.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>

/** How many transfers are read at a time, and how many are decided before other requests have their turn. */
const chunk = 100
const slice = 10
/** How many transfers that would be decided differently an answer has. */
const pageSize = 200

/** Where a page of differing transfers ended, and up to when transfers are tried: new ones must not move the others. */
const places = (company: string) =>
  cursorOf(`dry runs of ${company}`, z.object({ until: z.iso.datetime(), after: z.uuid() }))

const none = (): Record<RuleAction, number> => ({
  APPROVE: 0,
  REJECT: 0,
  NOT_READY: 0,
  SEND_TO_INBOX: 0,
})

/** What an action comes to: before its address is confirmed, no transfer is accepted. */
const actsAs = (action: RuleAction, stage: Decision['stage']): RuleAction =>
  (stage === 'ARRIVAL' && action === 'APPROVE') || (stage === 'DECISION' && action === 'NOT_READY')
    ? 'SEND_TO_INBOX'
    : action

/**
 * Tries rules on the company's newest transfers of a direction, or of a period, without doing anything. The same
 * evaluator runs as for real. @throws 400, 422 as `set`, and for a period that ends before it begins
 */
export async function dryRun(
  call: InCompany,
  { body }: Input<typeof contract.dryRun>,
): Promise<DryRun> {
  const { tx, company, at, deps } = call
  const { direction, last, facts: which, from, to } = body
  if (from !== undefined && to !== undefined && from > to)
    throw invalid(['body', 'to'], 'The end date is before the start date')
  const page = body.cursor === undefined ? null : places(company).read(deps.vault, body.cursor)
  const until = page?.until ?? at.toISOString()
  const rules = rulesOf(await readGiven(call, body.ruleSet), direction)
  const sample = {
    direction,
    from: from === undefined ? undefined : new Date(from),
    to: new Date(to !== undefined && to < until ? to : until),
  }
  const ids = await findNewest(tx, company, sample, last + 1)
  const tally = tallyOf(rules, at, page?.after)
  for (let start = 0; start < Math.min(last, ids.length); start += chunk) {
    const some = ids.slice(start, Math.min(start + chunk, last))
    const subjects = await subjectsOf(tx, await findSides(tx, company, some))
    const decided = await findLatestDecisions(tx, company, some)
    const today = await factsToday(call, subjects, rules, which === 'NOW' ? null : decided)
    for (const [n, subject] of subjects.entries()) {
      if (n % slice === slice - 1) await setImmediate()
      const { id } = subject.transfer
      const decision = decided.get(id)
      const then = which === 'THEN' ? decision?.facts : undefined
      tally.add(subject, decision, then ?? factsNow(today.get(id), decision))
    }
  }
  const { last: end, ...counted } = tally.result()
  return {
    ...counted,
    more: ids.length > last,
    next: end === null ? null : places(company).write(deps.vault, { until, after: end }),
  }
}

/** Counts what rules make of transfers, beside what was made of them. @param after the last of the page before */
function tallyOf(rules: readonly Rule[], at: Date, after: string | undefined) {
  const names = new Map(rules.map(({ id, name }) => [id, name ?? null]))
  const hits = new Map<string, number>()
  const firstHits = new Map<string, number>()
  const missing = new Map<RuleCheck, number>()
  const count = { before: none(), after: none() }
  const matrix = Object.fromEntries(ruleActions.map((action) => [action, none()]))
  const differing: DryRun['differing'] = []
  let [considered, unknown, changed, isPast] = [0, 0, 0, after === undefined]
  let isFull = false
  return {
    add({ transfer, own }: Subject, decision: Decision | undefined, facts: RuleFacts): void {
      const verdict = evaluate(rules, facts, at)
      const stage = decision?.stage ?? (own.role === 'B' ? 'DECISION' : 'NEW')
      const before = actsAs(decision?.action ?? 'SEND_TO_INBOX', stage)
      const now = actsAs(verdict.action, stage)
      considered++
      count.before[before]++
      count.after[now]++
      const row = matrix[before]
      if (row) row[now]++
      for (const rule of rules) if (meets(rule, facts)) countIn(hits, rule.id)
      if (verdict.cause === 'RULE' && verdict.rule) countIn(firstHits, verdict.rule.id)
      if (verdict.cause === 'UNKNOWN') {
        unknown++
        for (const check of unknownIn(verdict)) countIn(missing, check)
      }
      if (before !== now) {
        changed++
        if (isPast && differing.length === pageSize) isFull = true
        else if (isPast)
          differing.push({
            id: transfer.id,
            status: own.status,
            before,
            after: now,
            ...whyOf(verdict, names),
          })
      }
      isPast ||= transfer.id === after
    },
    result: () => ({
      considered,
      unknown,
      missing: [...missing].map(([check, transfers]) => ({ check, transfers })),
      ...count,
      matrix,
      byRule: rules.map(({ id, name }) => ({
        id,
        name: name ?? null,
        hits: hits.get(id) ?? 0,
        firstHits: firstHits.get(id) ?? 0,
        neverTrue: !hits.has(id),
      })),
      changed,
      differing,
      /** The last of a page that isn't the last one. */
      last: isFull ? (differing.at(-1)?.id ?? null) : null,
    }),
  }
}

const countIn = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Whether a transfer meets a rule, whatever comes before it. */
const meets = ({ conditions, source }: Rule, facts: RuleFacts): boolean =>
  allOf(conditions.map((one) => holds(one, facts, source))) === 'TRUE'

/** What the rule that stopped asks for and nobody knows. */
function unknownIn({ rule, trace }: Verdict): ReadonlySet<RuleCheck> {
  const judged = trace.at(-1)?.conditions ?? []
  return new Set(
    (rule?.conditions ?? [])
      .filter((_, index) => judged[index] === 'UNKNOWN')
      .map(({ check }) => check),
  )
}

/** Names are compared when rules decide, and never to try some. */
const factsNow = (today: RuleFacts = {}, decision?: Decision): RuleFacts => {
  const match = decision?.facts.NAME_MATCH
  return match === undefined ? today : { ...today, NAME_MATCH: match }
}

const whyOf = ({ cause, rule, trace }: Verdict, names: ReadonlyMap<string, string | null>) => ({
  cause,
  rule: rule && { id: rule.id, name: rule.name ?? null },
  trace: trace.map((one) => ({
    ...one,
    conditions: [...one.conditions],
    name: names.get(one.ruleId) ?? null,
  })),
})

/** What is known today of the transfers whose facts were not kept, or of all. Their age is that of a new one. */
async function factsToday(
  { deps, tx, company, at }: InCompany,
  subjects: readonly Subject[],
  rules: readonly Rule[],
  kept: ReadonlyMap<string, Decision> | null,
): Promise<ReadonlyMap<string, RuleFacts>> {
  const missing = subjects.filter(({ transfer }) => !kept?.has(transfer.id))
  const facts = await factsFor(deps, tx, company, missing, { at, asked: askedBy(rules) })
  return new Map([...facts].map(([id, known]) => [id, { ...known, TRANSACTION_CREATION_TIME: 0 }]))
}
