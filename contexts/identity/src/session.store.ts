import { sql } from 'kysely'
import type { IdentityTx } from './tables.ts'

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

/** The session of an id. From here on the transaction is its user's: their rows exist in it. */
export async function enterSession(tx: IdentityTx, idHash: Buffer) {
  const row = await tx
    .selectFrom('identity.session')
    .select(['user_id', 'last_active_at', 'expires_at'])
    .select(sql`set_config('app.user', user_id, true)`.as('entered'))
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      lastActiveAt: row.last_active_at.getTime(),
      expiresAt: row.expires_at.getTime(),
    }
  )
}

/** Notes activity; an older note never replaces a newer one. */
export const touchSession = (tx: IdentityTx, idHash: Buffer, at: Date) =>
  tx
    .updateTable('identity.session')
    .set({ last_active_at: at })
    .where('id_hash', '=', idHash)
    .where('last_active_at', '<', at)
    .execute()

/** Ends a session. @returns its sealed ID token, or undefined when there was none */
export async function endSession(tx: IdentityTx, idHash: Buffer): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('identity.session')
    .where('id_hash', '=', idHash)
    .returning('id_token')
    .executeTakeFirst()
  return row?.id_token
}

/**
 * Removes sessions past their absolute end. Idle ones stay until then, so that signing out of one
 * still reaches the provider.
 */
export const sweepSessions = (tx: IdentityTx, now: Date) =>
  tx.deleteFrom('identity.session').where('expires_at', '<=', now).execute()
