import { planOnce } from '@countersign/kit/plan-once'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { IdentityTx } from '../tables.ts'
import { endAccessOfSessions } from '../webhook-access.store.ts'
import { sessionIdOf } from './session.rules.ts'

/** A session to be. `idHash` is all that is kept of its id. */
export type NewSession = {
  readonly idHash: Buffer
  readonly userId: string
  readonly at: Date
  readonly expiresAt: Date
  /** Sealed. */
  readonly idToken: string
  readonly userAgent: string
}

/** Opens a session. */
export const addSession = (tx: IdentityTx, session: NewSession) =>
  tx
    .insertInto('identity.session')
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      created_at: session.at,
      last_active_at: session.at,
      expires_at: session.expiresAt,
      id_token: session.idToken,
      user_agent: session.userAgent,
    })
    .execute()

/** A session by its id, or for a moment by the one that it had before. */
const byHash = (hash: Buffer, now: Date) => (eb: ExpressionBuilder<DB, 'identity.session'>) =>
  eb.or([
    eb('id_hash', '=', hash),
    eb.and([eb('previous_hash', '=', hash), eb('previous_until', '>', now)]),
  ])

/** The session of an id. From here on the transaction is its user's: their rows exist in it. */
export async function enterSession(tx: IdentityTx, hash: Buffer, now: Date) {
  const row = await tx
    .selectFrom('identity.session')
    .modifyFront(planOnce)
    .select(['id_hash', 'user_id', 'last_active_at', 'expires_at', 'must_rotate', 'previous_until'])
    .select(['observation_id', 'sealed_for'])
    .select(sql`set_config('app.user', user_id, true)`.as('entered'))
    .where(byHash(hash, now))
    .executeTakeFirst()
  return (
    row && {
      idHash: row.id_hash,
      id: sessionIdOf(row),
      userId: row.user_id,
      lastActiveAt: row.last_active_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      mustRotate: row.must_rotate,
      previousUntil: row.previous_until?.getTime(),
      observationId: row.observation_id,
    }
  )
}

/**
 * Gives a session a new id, unless another request did so first. The one that it was `asked` with stays
 * good until the new one is used, because the answer that brings it may be lost on its way.
 * @returns whether it did
 */
export async function rotateSession(
  tx: IdentityTx,
  { before, asked, after }: { before: Buffer; asked: Buffer; after: Buffer },
): Promise<boolean> {
  const row = await tx
    .updateTable('identity.session')
    .set({
      id_hash: after,
      must_rotate: false,
      previous_hash: asked,
      previous_until: sql`expires_at`,
      sealed_for: sql`coalesce(sealed_for, id_hash)`,
    })
    .where('id_hash', '=', before)
    .where('must_rotate', '=', true)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The new id has arrived: the one before is good for what is under way alone. */
export const confirmRotation = (tx: IdentityTx, idHash: Buffer, until: Date) =>
  tx
    .updateTable('identity.session')
    .set({ previous_until: until })
    .where('id_hash', '=', idHash)
    .where('previous_until', '>', until)
    .execute()

/** The session of this id gets a new one at its next request. */
export const markRotation = (tx: IdentityTx, hash: Buffer) =>
  tx
    .updateTable('identity.session')
    .set({ must_rotate: true })
    .where((eb) => eb.or([eb('id_hash', '=', hash), eb('previous_hash', '=', hash)]))
    .execute()

/** Notes activity; an older note never replaces a newer one. */
export const touchSession = (tx: IdentityTx, idHash: Buffer, at: Date) =>
  tx
    .updateTable('identity.session')
    .set({ last_active_at: at })
    .where('id_hash', '=', idHash)
    .where('last_active_at', '<', at)
    .execute()

/** Ends a session and the webhook tokens that it holds. @returns its user, and its sealed ID token with the hash that it is sealed to, if there was one */
export async function endSession(tx: IdentityTx, hash: Buffer, now: Date) {
  const row = await tx
    .deleteFrom('identity.session')
    .where(byHash(hash, now))
    .returning(['user_id', 'id_token', 'id_hash', 'sealed_for'])
    .executeTakeFirst()
  if (!row) return undefined
  await endAccessOfSessions(tx, row.user_id, [sessionIdOf(row)], now)
  return {
    userId: row.user_id,
    idToken: row.id_token,
    sealedFor: row.sealed_for ?? row.id_hash,
  }
}

/** The sessions of a person, the most recently used first. */
export const findSessionsOf = (tx: IdentityTx, userId: string) =>
  tx
    .selectFrom('identity.session')
    .select(['id_hash', 'previous_hash', 'sealed_for', 'user_agent'])
    .select(['created_at', 'last_active_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('last_active_at', 'desc')
    .orderBy('id_hash')
    .limit(200)
    .execute()

/** Ends some sessions of a person. */
export const endSessionsOf = (tx: IdentityTx, userId: string, hashes: readonly Buffer[]) =>
  tx
    .deleteFrom('identity.session')
    .where('user_id', '=', userId)
    .where('id_hash', 'in', hashes.length > 0 ? hashes : [Buffer.alloc(0)])
    .execute()

/**
 * Removes sessions past their absolute end. Idle ones stay until then, so that signing out of one
 * still reaches the provider.
 */
export const sweepSessions = (tx: IdentityTx, now: Date) =>
  tx.deleteFrom('identity.session').where('expires_at', '<=', now).execute()
