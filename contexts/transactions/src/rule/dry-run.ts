import type { Input } from '@countersign/contracts'
import {
  type rules as contract,
  type DryRun,
  type Rule,
  type RuleAction,
  ruleActions,
} from '@countersign/contracts/transactions'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { type Decision, findLatestDecisions, findNewestSides } from './decision.store.ts'
import { evaluate, type RuleFacts, type Verdict } from './evaluate.rules.ts'
import { factsFor, type Subject, subjectsOf } from './fact.ts'
import { readGiven } from './operations.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>

/** How many transfers are read at a time. */
const chunk = 1_000
/** How many transfers that would be decided otherwise an answer has. */
const maxDiffering = 200

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
 * Tries rules on the company's newest transfers of a direction, without doing anything. The same evaluator runs as
 * for real. @throws 400, 422 as `set`
 */
export async function dryRun(
  call: InCompany,
  { body }: Input<typeof contract.dryRun>,
): Promise<DryRun> {
  const { tx, company, at } = call
  const { direction, last, facts: which } = body
  const rules = (await readGiven(call, body.ruleSet))[direction]
  const sides = await findNewestSides(tx, company, direction, last)
  const hits = new Map<string, number>()
  const count = { before: none(), after: none() }
  const matrix = Object.fromEntries(ruleActions.map((action) => [action, none()]))
  const differing: DryRun['differing'] = []
  let [considered, unknown, changed] = [0, 0, 0]
  for (let from = 0; from < sides.length; from += chunk) {
    const subjects = await subjectsOf(tx, sides.slice(from, from + chunk))
    const decided = await findLatestDecisions(
      tx,
      company,
      subjects.map(({ transfer }) => transfer.id),
    )
    const today = await factsToday(call, subjects, rules, which === 'NOW' ? null : decided)
    for (const { transfer, own } of subjects) {
      const decision = decided.get(transfer.id)
      const stage = decision?.stage ?? (own.role === 'B' ? 'DECISION' : 'NEW')
      const then = which === 'THEN' ? decision?.facts : undefined
      const verdict = evaluate(rules, then ?? factsNow(today.get(transfer.id), decision), at)
      const before = actsAs(decision?.action ?? 'SEND_TO_INBOX', stage)
      const after = actsAs(verdict.action, stage)
      considered++
      unknown += verdict.cause === 'UNKNOWN' ? 1 : 0
      count.before[before]++
      count.after[after]++
      const row = matrix[before]
      if (row) row[after]++
      if (verdict.cause === 'RULE' && verdict.rule)
        hits.set(verdict.rule.id, (hits.get(verdict.rule.id) ?? 0) + 1)
      if (before === after) continue
      changed++
      if (differing.length < maxDiffering)
        differing.push({ id: transfer.id, status: own.status, before, after, ...whyOf(verdict) })
    }
  }
  return {
    considered,
    unknown,
    ...count,
    matrix,
    byRule: rules.map(({ id, name }) => ({ id, name: name ?? null, hits: hits.get(id) ?? 0 })),
    changed,
    differing,
  }
}

/** Names are compared when rules decide, and never to try some. */
const factsNow = (today: RuleFacts = {}, decision?: Decision): RuleFacts => {
  const match = decision?.facts.NAME_MATCH
  return match === undefined ? today : { ...today, NAME_MATCH: match }
}

const whyOf = ({ cause, rule }: Verdict) => ({
  cause,
  rule: rule && { id: rule.id, name: rule.name ?? null },
})

/** What is known today of the transfers whose facts were not kept, or of all. Their age is that of a new one. */
async function factsToday(
  { deps, tx, company, at }: InCompany,
  subjects: readonly Subject[],
  rules: readonly Rule[],
  kept: ReadonlyMap<string, Decision> | null,
): Promise<ReadonlyMap<string, RuleFacts>> {
  const missing = subjects.filter(({ transfer }) => !kept?.has(transfer.id))
  const hours = rules.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.check === 'SUM_WINDOW' ? [one.hours] : [])),
  )
  const facts = await factsFor(deps, tx, company, missing, { at, hours })
  return new Map([...facts].map(([id, known]) => [id, { ...known, TRANSACTION_CREATION_TIME: 0 }]))
}
