import type { HeldBy, ReasonCode } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { Failure } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  act,
  type Doer,
  findSide,
  findTransfer,
  processIfDue,
  refreshSide,
  saveSide,
  stepOf,
} from '../transfer/index.ts'
import type { Decision } from './decision.store.ts'
import type { Subject } from './fact.ts'

/** A decision, and what the counterparty is told as its reason. */
export type Judged = Decision & { readonly reason: ReasonCode }

/** Does what the rules decided, as an act of the company's side. */
export async function carryOut(
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
