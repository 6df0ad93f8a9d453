import { holds, type Input } from '@countersign/contracts'
import {
  verification as contract,
  moveOf,
  moveReason,
  type Verification,
  type VerificationEntry,
  verificationChecks,
} from '@countersign/contracts/trust'
import { type Actor, audit, system } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import { acceptOpenEvidence, ownDocuments, showEvidence } from '../evidence/index.ts'
import { handlers, type InCompany } from '../handlers.ts'
import { actsForNetwork, findStatus, setListing, setReason } from '../profile/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { mailOf } from './verification.rules.ts'
import { findMoves, findOverdue, findQueue, saveMove } from './verification.store.ts'

/** How long a verification is good for. */
const yearOf = (at: Date) => {
  const until = new Date(at)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  return until
}

const noSuchCompany = () => fail('not_found', 'No such company')

/** Where companies stand in their verification, and what moves them on. */
export const verification = handlers(contract, {
  get: ({ tx, company }) => getVerification(tx, company),
  move,
  queue: ({ deps }) => deps.database.withNobody((tx) => findQueue(tx, 100)),
})

/** Where the verification of a company stands. @throws 404 */
async function getVerification(tx: TrustTx, did: string): Promise<Verification> {
  const found = await findStatus(tx, did)
  if (!found) throw noSuchCompany()
  return {
    did,
    status: found.status,
    expiresAt: found.expiresAt?.toISOString() ?? null,
    history: await findMoves(tx, did),
  }
}

/**
 * Moves a verification on, and tells the company's admins when the network did.
 * @throws 403 without the move's permission, 404, 409 in a wrong state, 422 with checks missing
 */
async function move(
  { tx, company: did, caller, actor, at, deps }: InCompany,
  { body: { action, note, evidence, checks, version } }: Input<typeof contract.move>,
): Promise<Verification> {
  const { grants, name = null } = caller.viewer
  const { permission, to } = moveOf(action)
  const before = await findStatus(tx, did, true)
  if (!before) throw noSuchCompany()
  // The company's own moves are open to whom the gate let in.
  if (permission === 'trustframework.tfUpdate' && !holds(grants, permission, did))
    throw fail('forbidden', 'Only the network can do this')
  const wrong = moveReason(action, before.status)
  if (wrong) throw fail('conflict', wrong)
  if (version !== undefined && version !== before.version)
    throw fail('conflict', 'The company has changed since you opened it. Reload it, then decide.')
  const missing = Object.keys(verificationChecks).filter((name) => !checks.some((c) => c === name))
  if (action === 'approve' && missing.length > 0)
    throw invalid(['body', 'checks'], `Not checked yet: ${missing.join(', ')}`)
  const documents = await ownDocuments(tx, did, evidence, 'evidence')
  const byNetwork = actsForNetwork(grants, did)
  const by = permission === 'trustframework.tfUpdate' || byNetwork ? 'network' : 'company'
  const entry = { action, from: before.status, to, note, evidence, checks, by } as const
  await record(tx, actor, did, entry, at)
  if (by === 'company') await showEvidence(tx, actor, did, documents, at)
  // Whoever verifies a company has reviewed it for the directory too.
  if (action === 'approve' && before.listing === 'pending') await setListing(tx, did, 'listed', at)
  // They have accepted what it showed as well.
  if (action === 'approve') await acceptOpenEvidence(tx, did, name, at)
  if (by === 'network')
    for (const to of await deps.adminAddresses(tx, did))
      noticeLater(tx, { to, ...mailOf(before.name, entry) }, at)
  return getVerification(tx, did)
}

/** Ends a verification that was given for other values of these fields. */
export async function expireAfterChange(
  tx: TrustTx,
  actor: Actor,
  did: string,
  material: readonly string[],
  at: Date,
): Promise<void> {
  if (material.length === 0) return
  await expire(tx, actor, did, `Changed since it was verified: ${material.join(', ')}`, at)
}

/** Ends the verifications that have run out. @returns how many */
export async function expireOverdue(database: TrustDatabase, at: Date): Promise<number> {
  const overdue = await database.withNobody((tx) => findOverdue(tx, at, 100))
  for (const { vasp_did: did } of overdue)
    await database.withTenant(did, (tx) =>
      expire(tx, system, did, 'The verification expired after twelve months', at),
    )
  return overdue.length
}

async function expire(tx: TrustTx, actor: Actor, did: string, note: string, at: Date) {
  const before = await findStatus(tx, did, true)
  if (before?.status !== 'VERIFIED') return
  const entry = { action: 'expire', from: 'VERIFIED', to: 'EXPIRED', note, by: 'system' } as const
  await record(tx, actor, did, { ...entry, evidence: [], checks: [] }, at)
}

async function record(
  tx: TrustTx,
  actor: Actor,
  did: string,
  entry: Omit<VerificationEntry, 'id' | 'at'>,
  at: Date,
): Promise<void> {
  const { action, from, to } = entry
  const id = newId('ver', at.getTime())
  await saveMove(tx, did, { ...entry, id }, to === 'VERIFIED' ? yearOf(at) : null, at)
  // Its counterparties are told why a company was suspended.
  await setReason(tx, did, 'SUSPENDED', to === 'SUSPENDED' ? { reason: entry.note } : null, at)
  const payload = { did, action, from, to, at: at.toISOString() }
  emit(tx, { type: 'vasp.verification.changed', company: did, payload, at })
  await audit(tx, actor, at, {
    company: did,
    action: `verification.${action}`,
    object: id,
    detail: { from, to, evidence: entry.evidence, checks: entry.checks },
  })
}
