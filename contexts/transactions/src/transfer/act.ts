import type { CommentAudience } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import {
  allowed,
  decide,
  type Effect,
  heldAfter,
  neededFor,
  personNeeded,
  withheldAfter,
} from '../act/index.ts'
import { leftFor } from '../counterparty/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { noteUnreachable } from '../reach/index.ts'
import { releaseParts } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { readAmendment, sealAmendment } from './amend.ts'
import { addCheck } from './check.store.ts'
import { addComment } from './comment.ts'
import { actingSide, type Doer, type Wanted } from './doer.ts'
import {
  cannotReceive,
  changedMeanwhile,
  checkMade,
  checkReason,
  dataErased,
  fixedBy,
  fixedField,
  invalidTransfer,
  limitReached,
  noSuchTransfer,
  notInGroup,
  personNeededError,
  wrongSide,
  wrongStatus,
} from './errors.ts'
import { factsOf } from './facts.ts'
import { noteHash } from './hash-lookup.store.ts'
import { otherOf, readerOf, sideNeeded, sideOf } from './party.rules.ts'
import { processIfDue } from './process.ts'
import { refreshSide } from './refresh.ts'
import { customerKeyOf } from './registered.store.ts'
import { addRequest, answerRequests, dueOf } from './request.store.ts'
import { mustReach, readRoute, tellContact } from './route.ts'
import { awaitSecond } from './second-person.ts'
import { findSettings } from './setting.store.ts'
import { lockSide, saveSide } from './side.store.ts'
import { addSteps, type Followed } from './step.store.ts'
import { stepsAfter } from './steps-after.ts'
import { tell, tellOfRedirect } from './tell.ts'
import { addActs, onlyReleasedSince } from './timeline.store.ts'
import { lockTransfer, saveTransfer } from './transfer.store.ts'

/**
 * Does something to a transfer in a transaction of the company that acts: decides by the state machine, changes
 * the transfer and the company's own side, and leaves steps for the other company. An act whose effect is in
 * place changes nothing.
 * @returns what must be thrown after the commit: a plan's limit is kept, and refused all the same; `behind` where
 * nothing was done, because the company's side has not followed the transfer yet
 * @throws 400, 403, 404, 409 as the state machine decides
 */
export async function act(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  { id, action, version, given = {} }: Wanted,
): Promise<{ readonly refusal?: Error; readonly behind?: true }> {
  const { company, at } = doer
  const transfer = await lockTransfer(tx, id)
  if (!transfer) throw noSuchTransfer()
  const own = await lockSide(tx, company, id)
  const isJudged = doer.by === 'SYSTEM' || doer.by === 'RULE' || doer.by === 'NETWORK'
  if (own?.erased_at) {
    // A timer that comes so late has nothing to do.
    if (isJudged) return {}
    throw dataErased()
  }
  if (!own || own.version < transfer.version) return { behind: true }
  if (!isJudged) checkReason(action, given)
  checkMade(given, at)
  // The data is released by itself a moment after the confirmation: whoever saw that may go on.
  if (
    version !== undefined &&
    version !== transfer.version &&
    !(await onlyReleasedSince(tx, company, id, version))
  )
    throw changedMeanwhile(transfer)
  if (
    personNeeded(
      action,
      { heldBy: own.held_by, ...(given.reason && { reason: given.reason }) },
      doer.by,
    )
  )
    throw personNeededError(own.held_by)
  const part = sideOf(transfer, company)
  const side = actingSide(doer, part)
  const amendment =
    given.personal && part === 'originator'
      ? await readAmendment(deps, tx, company, transfer, given.personal, at)
      : undefined
  const known = await factsOf(deps, tx, company, { transfer, own, side, action }, given)
  if (given.personal && !amendment && part === 'beneficiary' && transfer.status === 'INCOMPLETE')
    throw wrongSide('originator')
  const route = await readRoute(deps, tx, company, { transfer, own }, given, at)
  const facts = {
    ...known,
    ...(amendment && { complete: amendment.complete }),
    ...route?.facts,
  }
  mustReach(transfer.status, given, facts)
  const outcome = decide(transfer.status, action, side, facts)
  switch (outcome.result) {
    case 'HIDDEN':
      throw noSuchTransfer()
    case 'FORBIDDEN':
      if (action === 'redirect' && part === 'beneficiary') throw notInGroup()
      throw wrongSide(sideNeeded(action, side))
    case 'FIXED':
      throw fixedField(fixedBy(action, given))
    case 'REFUSE':
    case 'INVALID': {
      const absent = amendment?.absent ?? route?.absent
      if (outcome.result === 'INVALID' && absent) throw invalidTransfer(absent)
      const needs = neededFor(transfer.status, action, side, facts)
      throw wrongStatus(action, {
        status: transfer.status,
        version: transfer.version,
        allowed: allowed(transfer.status, side, facts),
        ...(needs && { needs }),
      })
    }
    case 'SAME':
    case 'DROP':
      return {}
  }
  const has = (effect: Effect) => outcome.effects.includes(effect)
  if (has('OWN_CHANGED')) {
    await saveSide(tx, company, id, { ...(given.tags && { tags: [...given.tags] }) })
    await audit(tx, doer.actor, at, { company, action: `transaction.${action}`, object: id })
    return {}
  }
  const say = async (audience: CommentAudience, reader: string | null) => {
    if (given.comment === undefined || isJudged) return
    const written = { text: given.comment, audience, by: doer.did, action }
    await addComment(tx, deps.vault, company, id, written, at, reader)
  }
  const first = await awaitSecond(tx, doer, action, own)
  if (first) {
    await saveSide(tx, company, id, { pending_second: JSON.stringify(first) })
    // The other company reads what is said with the second approval.
    await say('OWN', null)
    await audit(tx, doer.actor, at, { company, action: `transaction.${action}.first`, object: id })
    return {}
  }
  const heldBy = route?.heldBy ?? heldAfter(own.held_by, has, facts)
  const withheldBy = withheldAfter(own.withheld_by, has, facts)
  const saved = await saveTransfer(tx, id, {
    status: outcome.next,
    version: transfer.version + 1,
    updated_at: at,
    ...(given.reason && {
      reason_code: given.reason,
      reason_by: doer.by === 'SYSTEM' ? 'system' : part === 'originator' ? part : 'beneficiary',
    }),
    ...(has('SENT') && { sent_at: at }),
    ...((has('ACKNOWLEDGED') || has('CONFIRMED')) && { acked_at: at }),
    ...(has('DECIDED') && { decided_at: at }),
    ...(amendment && { data_version: transfer.data_version + 1 }),
    ...(has('MERGED') && { merged_into: given.mergedInto }),
    ...(has('REDIRECTED') && {
      beneficiary_did: given.to,
      handing_over_did: company,
      acked_at: null,
    }),
    ...route?.transfer,
    // The company whose name is removed still sees that it said so.
    ...(has('DISOWNED') && { originator_did: null, handing_over_did: company }),
    ...(action === 'update.hash' &&
      part === 'originator' && {
        origin_tx_hash: given.txHash ?? null,
        ...(given.vout !== undefined && { vout: given.vout }),
      }),
  })
  const charged = has('SENT') && saved.type === 'TRAVELRULE' && own.role === 'O' && !own.simulated
  const asset = saved.asset_symbol
  const counterparty = otherOf(saved, company)
  if (charged) await deps.meter(tx, { did: company, transferId: id, counterparty, asset, at })
  const changes = {
    held_by: heldBy,
    pending_second: null,
    withheld_by: withheldBy,
    ...(charged && { charged: 1 }),
    ...(action === 'update.hash' && { tx_hash: given.txHash ?? null, hash_state: 'SET' }),
    ...(has('PROCESS') && {
      processed_at: at,
      process_cause: action === 'expire' ? 'NO_RESPONSE' : 'MANUAL',
    }),
    ...(has('RELEASED') && { released_at: at }),
    ...(doer.rule && { rule_id: doer.rule.id }),
    ...(has('REDIRECTED') && { redirected_to: given.to ?? null }),
    ...route?.side,
    ...(given.customerRef !== undefined && {
      customer_key: await customerKeyOf(tx, company, given.customerRef),
    }),
    ...(has('SENT') && { contact_sealed: null }),
  }
  if (has('SENT')) tellContact(deps, tx, { ...own, ...route?.side }, facts.counterparty, at)
  const holder = otherOf(transfer, company)
  if (action === 'update.hash' && given.txHash) await noteHash(tx, company, given.txHash, id)
  if (amendment) {
    await sealAmendment(deps, tx, company, saved, amendment.parts, at)
    await answerRequests(tx, id, at)
  }
  if (given.check) await addCheck(tx, company, id, given.check, at)
  if (has('WAITING') && heldBy === 'NO_CONTACT' && !own.simulated) {
    const { did = null, name = transfer.beneficiary_name } = facts.counterparty ?? {}
    if (name !== null) await noteUnreachable(tx, { did, name }, at)
  }
  const due = given.request && (await dueOf(tx, company, given.request, at))
  if (due && given.request && doer.by !== 'NETWORK')
    await addRequest(tx, company, id, doer.by, given.request.items, due, at)
  const renews = has('AMENDED') && facts.released && facts.mayRelease
  await say('BOTH', readerOf(saved, own, company))
  if (
    (has('RELEASED') || renews) &&
    holder &&
    !(await releaseParts(tx, deps.vault, company, holder, id, at))
  )
    throw cannotReceive()
  // What was asked for or answered just now is read anew.
  const asked = due || amendment ? { ...saved, request: undefined } : saved
  const now = await refreshSide(tx, company, own, asked, { at, until: given.until, changes })
  const did: Followed = {
    action,
    side,
    by: doer.by,
    company,
    from: transfer.status,
    to: saved.status,
    reason: given.reason ?? null,
    ...(amendment?.renamed && { renamed: true }),
    at: at.toISOString(),
  }
  const acts = [
    ...(has('CONFIRMED') ? [{ ...did, action: 'confirm' as const, to: 'ACK' as const }] : []),
    did,
  ]
  await addActs(
    tx,
    company,
    id,
    acts.map((one) => ({ ...one, at, did: doer.did, version: saved.version, rule: doer.rule })),
  )
  const patience =
    has('SENT') || has('WAITING') ? (await findSettings(tx, company)).onNoResponse : null
  const times = {
    answer: patience && new Date(at.getTime() + patience.afterMinutes * 60_000),
    revoke: has('CANCELLED') && own.released_at ? new Date(at.getTime() + keptAfterCancelMs) : null,
    until: given.until,
    due,
    newcomer: has('REDIRECTED') ? given.to : undefined,
  }
  await addSteps(
    tx,
    id,
    at,
    leftFor(
      deps,
      company,
      stepsAfter(
        company,
        route ? saved : { ...transfer, version: saved.version, sent_at: saved.sent_at },
        did,
        has,
        times,
      ),
    ),
  )
  tell(tx, doer, transfer, saved, { ...own, held_by: heldBy, withheld_by: withheldBy }, given)
  if (has('REDIRECTED') && given.to !== undefined)
    tellOfRedirect(tx, company, saved, { from: company, to: given.to }, at)
  if (part === 'originator')
    await processIfDue(deps, tx, company, now, saved, {
      before: { status: transfer.status, heldBy: own.held_by },
      at,
      ...(has('PROCESS') && { cause: 'MANUAL' as const }),
    })
  await audit(tx, doer.actor, at, {
    company,
    action: `transaction.${action}`,
    object: id,
    detail: { from: did.from, to: did.to, ...(given.reason && { reason: given.reason }) },
  })
  return outcome.result === 'HOLD' ? { refusal: limitReached() } : {}
}

/** How long a beneficiary may document why it stopped a transfer: thirty days. */
const keptAfterCancelMs = 30 * 86_400_000
