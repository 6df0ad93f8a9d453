import type { AwaitedChecks, Rule, RuleStage } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  addSteps,
  findSettings,
  lockSide,
  lockTransfer,
  type SideRow,
  type Step,
  saveSide,
} from '../transfer/index.ts'
import { askedBy } from './asked.rules.ts'
import { carryOut, type Judged } from './carry-out.ts'
import { rulesOf } from './country-list.rules.ts'
import { addDecision } from './decision.store.ts'
import { evaluate, type RuleFacts, type Verdict } from './evaluate.rules.ts'
import { countNameTries } from './fact.store.ts'
import { factsFor, type Subject, stageOf } from './fact.ts'
import { findActiveRules, hasRules, type StoredRules } from './rule-set.store.ts'

/** After so many changes of a name a person decides: somebody may be trying which name passes. */
const maxNameAmendments = 2

/** Lets the rules run once what is going on is done. @returns whether the company has rules */
export async function decideSoon(
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Pick<Step, 'transferId' | 'version' | 'args'>,
  at: Date,
): Promise<boolean> {
  if (!(await hasRules(tx, company))) return false
  await addSteps(tx, transferId, at, [{ company, kind: 'DECIDE', version, no: 4, due: at, args }])
  return true
}

/** Lets the company's rules decide about a transfer. What they don't decide stays with people. */
export async function decideByRules(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const transfer = await lockTransfer(tx, transferId)
  const own = await lockSide(tx, company, transferId)
  if (!transfer || !own) return
  if (own.version < transfer.version) {
    // The other company has acted meanwhile: decide once this side has followed.
    const { version } = transfer
    const later = { company, kind: 'DECIDE' as const, version, no: 4, due: at, args }
    await addSteps(tx, transferId, at, [later])
    return
  }
  const subject = { transfer, own }
  const stage = stageOf(subject)
  // Whoever approved before the rules could decide has decided.
  const isDecided = stage === 'NEW' && args.action === 'create' && own.held_by === null
  if (stage === null || isDecided) return
  const decision = await judge(deps, tx, company, subject, stage, at)
  if (!decision) return
  await addDecision(tx, company, decision)
  await carryOut(deps, tx, company, subject, decision)
  await noteWait(tx, company, own, decision.awaited ?? null)
}

/** Keeps for which checks the rules wait. Until then nobody need decide: the transfer is out of the inbox. */
async function noteWait(
  tx: TransactionsTx,
  company: string,
  own: SideRow,
  awaited: AwaitedChecks | null,
): Promise<void> {
  if (awaited === null && own.awaited_checks === null) return
  await saveSide(tx, company, own.transfer_id, {
    awaited_checks: awaited && JSON.stringify(awaited),
    snoozed_until: awaited && new Date(awaited.until),
  })
}

const listFor = (rules: StoredRules, stage: RuleStage) =>
  rulesOf(rules.body, stage === 'NEW' ? 'outgoing' : 'incoming')

/** What the company's rules make of a transfer; undefined: it has none, or none that ends a deposit without data. */
async function judge(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  subject: Subject,
  stage: RuleStage,
  at: Date,
): Promise<(Judged & { readonly awaited?: AwaitedChecks }) | undefined> {
  const about = { transferId: subject.transfer.id, stage, at, reason: 'RULE' as const }
  const rules = await readRules(deps, tx, company)
  if (rules === undefined) return undefined
  const isDeposit = subject.own.status === 'INCOMPLETE'
  if (isDeposit && rules === 'FAILED') return undefined
  const inbox = { action: 'SEND_TO_INBOX' as const, ruleId: null, facts: {}, trace: [] }
  if (rules === 'FAILED') return { ...about, ...inbox, version: 0, cause: 'FAILED' }
  const { version } = rules
  const { id } = subject.transfer
  if (stage === 'DECISION' && (await countNameTries(tx, company, id, at)) >= maxNameAmendments)
    return { ...about, ...inbox, version, cause: 'PERSON' }
  const list = listFor(rules, stage)
  const facts = await readFacts(deps, tx, company, subject, rules, at)
  const verdict = evaluate(list, facts, at)
  const { rule, trace } = verdict
  const awaited = await awaitedBy(tx, company, subject.own, verdict, at)
  // The company asked for a person when it created the transfer: a rule may only refuse it.
  const isByHand = stage === 'NEW' && subject.own.by_hand && verdict.action === 'APPROVE'
  const action = isByHand ? 'SEND_TO_INBOX' : verdict.action
  await decideLater(tx, company, subject, list, at, awaited)
  if (isDeposit && !isDeadline(verdict)) return undefined
  return {
    ...about,
    version,
    facts,
    action,
    cause: awaited ? 'WAITING' : verdict.cause,
    ...(awaited && { awaited }),
    ruleId: rule?.id ?? null,
    trace,
    reason: rule?.reason ?? 'RULE',
  }
}

/** A deposit without data is for people, unless a rule gives its originator a time that is over. */
const isDeadline = ({ cause, action, rule }: Verdict): boolean =>
  cause === 'RULE' &&
  action === 'REJECT' &&
  rule?.conditions.some(({ check }) => check === 'TRANSACTION_CREATION_TIME') === true

/** The expected checks for which a rule stopped, as long as there is time for them since the transfer came up. */
async function awaitedBy(
  tx: TransactionsTx,
  company: string,
  own: SideRow,
  { cause, rule, trace }: Verdict,
  at: Date,
): Promise<AwaitedChecks | null> {
  const judged = trace.at(-1)?.conditions
  if (cause !== 'UNKNOWN' || !rule || !judged) return null
  const { checksExpected, checksWithinMinutes } = await findSettings(tx, company)
  const until = new Date(own.created_at.getTime() + checksWithinMinutes * 60_000)
  const checks = checksExpected.filter((kind) =>
    rule.conditions.some(({ check }, index) => check === kind && judged[index] === 'UNKNOWN'),
  )
  return checks.length === 0 || until <= at ? null : { checks, until: until.toISOString() }
}

/** Rules that can't be read decide nothing: a person does. */
async function readRules(deps: TransactionsDeps, tx: TransactionsTx, company: string) {
  try {
    return await findActiveRules(tx, company)
  } catch (error) {
    if (!(error instanceof Error) || !('issues' in error)) throw error
    deps.log.warn({ event: 'transfer_rules_unreadable', company, err: error })
    return 'FAILED'
  }
}

async function readFacts(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  subject: Subject,
  { body }: StoredRules,
  at: Date,
): Promise<RuleFacts> {
  const asked = askedBy([...body.incoming, ...body.outgoing])
  const facts = await factsFor(deps, tx, company, [subject], { at, asked, comparesNames: true })
  return facts.get(subject.transfer.id) ?? {}
}

/**
 * A rule about the transfer's age may come to hold later, and a check that rules wait for may not come: the rules run
 * again at that minute.
 */
async function decideLater(
  tx: TransactionsTx,
  company: string,
  { transfer, own }: Subject,
  rules: readonly Rule[],
  at: Date,
  awaited: AwaitedChecks | null,
): Promise<void> {
  const created = own.created_at.getTime()
  const dues = rules
    .filter(({ enabled }) => enabled)
    .flatMap(({ conditions }) => conditions)
    .flatMap((one) => {
      if (one.check !== 'TRANSACTION_CREATION_TIME') return []
      const isNext = one.operator === '>' || one.operator === '<='
      return [created + (one.minutes + (isNext ? 1 : 0)) * 60_000]
    })
    .concat(awaited ? [Date.parse(awaited.until)] : [])
    .filter((due) => due > at.getTime())
  if (dues.length === 0) return
  await addSteps(tx, transfer.id, at, [
    {
      company,
      kind: 'DECIDE',
      version: transfer.version,
      no: 6,
      due: new Date(Math.min(...dues)),
      args: {
        action: 'deadline',
        side: 'system',
        by: 'RULE',
        company,
        from: own.status,
        to: own.status,
        reason: null,
        at: at.toISOString(),
      },
    },
  ])
}
