import { timingSafeEqual } from 'node:crypto'
import type { ClientJwk } from '@countersign/contracts/transactions'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { TransactionsTx } from '../tables.ts'
import { answerHash, bareJwk, challengeFor, thumbprintOf } from './client-jwe.ts'
import { addClientKey, type ClientKey, saveClientKey, takeClientKey } from './client-key.store.ts'

// A stolen secret must not be enough to read personal data: a key needs two people and the proof that somebody
// can open what is encrypted to it. All functions lock the company's audit chain: call them last.

/**
 * Registers a key, PENDING.
 * @param clientIds machines of this company: the caller checks that
 * @returns its id, and a JWE to the key whose text is the answer for `proveClientKey`
 * @throws 403 for machines, 409 where the company has this key, 422 for a key that can't be used
 */
export async function registerClientKey(
  tx: TransactionsTx,
  company: string,
  {
    name,
    jwk,
    clientIds,
  }: { readonly name: string; readonly jwk: ClientJwk; readonly clientIds: readonly string[] },
  actor: Actor,
  at: Date,
): Promise<{ id: string; thumbprint: string; challenge: string }> {
  personOf(actor)
  const bare = bareJwk(jwk)
  const challenged = await challengeFor(bare).catch(() => null)
  if (!challenged) throw invalid(['body', 'jwk'], 'This is no usable key of its curve')
  const id = newId('key', at.getTime())
  const thumbprint = await thumbprintOf(bare)
  const key = { id, name, jwk: bare, thumbprint, clientIds, addedBy: actor.did, createdAt: at }
  if (!(await addClientKey(tx, company, key, challenged.hash)))
    throw fail('conflict', 'Your company has registered this key already')
  await audit(tx, actor, at, {
    company,
    action: 'client-key.add',
    object: id,
    detail: { thumbprint, clients: clientIds },
  })
  return { id, thumbprint, challenge: challenged.challenge }
}

/**
 * Proves possession of a key by the text of its challenge. Repeating it changes nothing.
 * @returns the key's state: ACTIVE once a second person has agreed
 * @throws 404, 422 for another text
 */
export async function proveClientKey(
  tx: TransactionsTx,
  company: string,
  id: string,
  answer: string,
  actor: Actor,
  at: Date,
): Promise<ClientKey['state']> {
  const key = await taken(tx, company, id)
  if (!timingSafeEqual(answerHash(answer), key.challengeHash))
    throw fail('invalid', 'This is not the text of the challenge', {
      wire: 'KeyProofInvalidError',
      issues: [{ loc: ['body', 'answer'], msg: 'Not the text of the challenge', type: 'PROOF' }],
    })
  if (key.isProved) return key.state
  const state = key.agreedBy === null ? 'PENDING' : 'ACTIVE'
  await saveClientKey(tx, company, id, { proved_at: at, state })
  await audit(tx, actor, at, {
    company,
    action: 'client-key.prove',
    object: id,
    detail: { state },
  })
  return state
}

/**
 * Approves a key that somebody else registered. Repeating it changes nothing.
 * @returns the key's state: ACTIVE once its possession was proved
 * @throws 403 for machines and for who registered it, 404
 */
export async function agreeClientKey(
  tx: TransactionsTx,
  company: string,
  id: string,
  actor: Actor,
  at: Date,
): Promise<ClientKey['state']> {
  personOf(actor)
  const key = await taken(tx, company, id)
  if (key.addedBy === actor.did)
    throw fail('forbidden', 'Another person must approve this key', {
      wire: 'SecondPersonNeededError',
    })
  if (key.agreedBy !== null) return key.state
  const state = key.isProved ? 'ACTIVE' : 'PENDING'
  await saveClientKey(tx, company, id, { agreed_by: actor.did, state })
  await audit(tx, actor, at, {
    company,
    action: 'client-key.agree',
    object: id,
    detail: { state },
  })
  return state
}

/** Removes a key: nothing is encrypted to it anymore. @throws 404 */
export async function removeClientKey(
  tx: TransactionsTx,
  company: string,
  id: string,
  actor: Actor,
  at: Date,
): Promise<void> {
  await taken(tx, company, id)
  await saveClientKey(tx, company, id, { state: 'GONE' })
  await audit(tx, actor, at, { company, action: 'client-key.remove', object: id })
}

async function taken(tx: TransactionsTx, company: string, id: string) {
  const key = await takeClientKey(tx, company, id)
  if (!key) throw fail('not_found', 'No such key')
  return key
}

function personOf({ did }: Actor): void {
  if (did.startsWith('did:')) return
  throw fail('forbidden', 'Only a person can do this', {
    wire: 'CountersignTransactionPersonNeededError',
  })
}
