import type { HeldBy, ReasonCode, Rule, RuleStage } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { Failure } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  act,
  addSteps,
  type Doer,
  findSide,
  findTransfer,
  lockSide,
  lockTransfer,
  processIfDue,
  refreshSide,
  type Step,
  saveSide,
  stepOf,
} from '../transfer/index.ts'
import { addDecision, type Decision } from './decision.store.ts'
import { evaluate, type RuleFacts } from './evaluate.rules.ts'
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

/** A decision, and what the counterparty is told as its reason. */
type Judged = Decision & { readonly reason: ReasonCode }

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
}

const listFor = (rules: StoredRules, stage: RuleStage) =>
  stage === 'NEW' ? rules.body.outgoing : rules.body.incoming

/** What the company's rules make of a transfer; undefined: it has none. */
async function judge(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  subject: Subject,
  stage: RuleStage,
  at: Date,
): Promise<Judged | undefined> {
  const about = { transferId: subject.transfer.id, stage, at, reason: 'RULE' as const }
  const rules = await readRules(deps, tx, company)
  if (rules === undefined) return undefined
  const inbox = { action: 'SEND_TO_INBOX' as const, ruleId: null, facts: {}, trace: [] }
  if (rules === 'FAILED') return { ...about, ...inbox, version: 0, cause: 'FAILED' }
  const { version } = rules
  const { id } = subject.transfer
  if (stage === 'DECISION' && (await countNameTries(tx, company, id, at)) >= maxNameAmendments)
    return { ...about, ...inbox, version, cause: 'PERSON' }
  const list = listFor(rules, stage)
  const facts = await readFacts(deps, tx, company, subject, rules, at)
  const verdict = evaluate(list, facts, at)
  const { cause, rule, trace } = verdict
  // The company asked for a person when it created the transfer: a rule may only refuse it.
  const isByHand = stage === 'NEW' && subject.own.by_hand && verdict.action === 'APPROVE'
  const action = isByHand ? 'SEND_TO_INBOX' : verdict.action
  await decideLater(tx, company, subject, list, at)
  return {
    ...about,
    version,
    facts,
    action,
    cause,
    ruleId: rule?.id ?? null,
    trace,
    reason: rule?.reason ?? 'RULE',
  }
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
  const hours = [...body.incoming, ...body.outgoing].flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.check === 'SUM_WINDOW' ? [one.hours] : [])),
  )
  const facts = await factsFor(deps, tx, company, [subject], { at, hours, comparesNames: true })
  return facts.get(subject.transfer.id) ?? {}
}

/** A rule about the transfer's age may come to hold later: the rules run again at that minute. */
async function decideLater(
  tx: TransactionsTx,
  company: string,
  { transfer, own }: Subject,
  rules: readonly Rule[],
  at: Date,
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

/** Does what the rules decided, as an act of the company's side. */
async function carryOut(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  subject: Subject,
  { stage, action, cause, version, ruleId, reason, at }: Judged,
): Promise<void> {
  const { transfer } = subject
  const rule = ruleId === null ? null : { id: ruleId, version }
  const doer: Doer = { ...stepOf(company, at), by: 'RULE', ...(rule && { rule }) }
  const doIt = (what: 'approve' | 'cancel' | 'accept' | 'decline' | 'notReady') =>
    tryAct(deps, tx, doer, transfer.id, what, reason)
  if (stage === 'NEW') {
    if (action === 'APPROVE' && transfer.status !== 'MISSING_BENEFICIARY_DATA')
      return void (await doIt('approve'))
    if (action === 'APPROVE') return hold(deps, tx, company, transfer.id, null, doer)
    if (action === 'REJECT' && (await doIt('cancel'))) return
    // Nothing more is known than before: an approval remains valid.
    if (cause === 'NO_RULE' && subject.own.held_by === null) return
    const heldBy = cause === 'NO_RULE' ? 'NO_RULE' : cause === 'RULE' ? 'RULE' : 'UNKNOWN'
    return hold(deps, tx, company, transfer.id, heldBy, doer)
  }
  if (action === 'REJECT') await doIt('decline')
  if (stage === 'ARRIVAL' && action === 'NOT_READY') await doIt('notReady')
  if (stage === 'DECISION' && action === 'APPROVE') await doIt('accept')
}

/** @returns whether the act was possible; where it wasn't, nothing has changed and a person decides */
async function tryAct(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  id: string,
  action: 'approve' | 'cancel' | 'accept' | 'decline' | 'notReady',
  reason: ReasonCode,
): Promise<boolean> {
  const isRefusing = action === 'cancel' || action === 'decline' || action === 'notReady'
  try {
    await act(deps, tx, doer, { id, action, given: isRefusing ? { reason } : {} })
    return true
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false
    throw error
  }
}

/** Holds the originator's side, or lifts the hold. */
async function hold(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  id: string,
  heldBy: HeldBy | null,
  doer: Doer,
): Promise<void> {
  const { at } = doer
  const transfer = await findTransfer(tx, id)
  const own = await findSide(tx, company, id)
  if (!transfer || !own) throw new Error('A company without a side of the transfer')
  const rule_id = doer.rule?.id ?? null
  const changed = await saveSide(tx, company, id, { held_by: heldBy, rule_id })
  if (own.held_by === heldBy) return
  const now = await refreshSide(tx, company, changed, transfer, { at })
  emit(tx, {
    type: 'notification.transactionUpdated',
    company,
    at,
    payload: {
      transactionId: id,
      version: transfer.version,
      at: at.toISOString(),
      fromStatus: transfer.status,
      toStatus: transfer.status,
      by: 'RULE',
      ...(own.transaction_ref && { transactionRef: own.transaction_ref }),
      ...(heldBy && { heldBy }),
    },
  })
  await processIfDue(deps, tx, company, now, transfer, {
    before: { status: transfer.status, heldBy: own.held_by },
    at,
  })
  await audit(tx, doer.actor, at, {
    company,
    action: 'transaction.hold',
    object: id,
    detail: { heldBy: heldBy ?? 'none' },
  })
}
