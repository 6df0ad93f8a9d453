import type { IdentityTx } from '../tables.ts'

/** A sign-in under way; nonce and verifier are sealed. */
export type Login = {
  readonly stateHash: Buffer
  readonly browserHash: Buffer
  readonly nonce: string
  readonly verifier: string
  readonly redirect: string
  readonly expiresAt: Date
}

/** Notes a sign-in that begins. */
export const addLogin = (tx: IdentityTx, login: Login) =>
  tx
    .insertInto('identity.login')
    .values({
      state_hash: login.stateHash,
      browser_hash: login.browserHash,
      nonce: login.nonce,
      verifier: login.verifier,
      redirect: login.redirect,
      expires_at: login.expiresAt,
    })
    .execute()

/** Takes a sign-in away, so that it serves once, if this browser began it and it is still good. */
export const takeLogin = (tx: IdentityTx, stateHash: Buffer, browserHash: Buffer, now: Date) =>
  tx
    .deleteFrom('identity.login')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier', 'redirect'])
    .executeTakeFirst()

/** Removes sign-ins that nobody finished. */
export const sweepLogins = (tx: IdentityTx, now: Date) =>
  tx.deleteFrom('identity.login').where('expires_at', '<=', now).execute()
