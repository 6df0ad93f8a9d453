import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

/**
 * The credential of a client id, locked until the transaction ends, so that a rotation waits for the
 * token of the secret that it replaces. Needs a transaction as this client.
 */
export const lockCredential = (tx: IdentityTx, clientId: string) =>
  tx
    .selectFrom('identity.credential')
    .select(['vasp_did', 'limited', 'secret_hash', 'old_secret_hash', 'old_secret_ends_at'])
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()

/** The most tokens that a client can have at once; the oldest end first. */
const maxTokens = 100

/** Adds a token, and removes those that ended or are too many. */
export async function addToken(
  tx: IdentityTx,
  token: { hash: Buffer; did: string; clientId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom('identity.access_token').where('expires_at', '<=', token.at).execute()
  await tx
    .deleteFrom('identity.access_token')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('identity.access_token')
        .select('token_hash')
        .where('vasp_did', '=', token.did)
        .where('client_id', '=', token.clientId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(maxTokens - 1),
    )
    .execute()
  await tx
    .insertInto('identity.access_token')
    .values({
      token_hash: token.hash,
      vasp_did: token.did,
      client_id: token.clientId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** The client of a token that is still good. From here on the transaction is this client's. */
export async function enterToken(tx: IdentityTx, hash: Buffer, now: Date) {
  const token = await tx
    .selectFrom('identity.access_token')
    .select(['client_id', sql`set_config('app.user', client_id, true)`.as('entered')])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!token) return undefined
  return tx
    .selectFrom('identity.credential')
    .select(['id', 'vasp_did', 'limited', 'last_used_at'])
    .where('id', '=', token.client_id)
    .executeTakeFirst()
}

/** The companies that let this client act for them. Needs a transaction as this client. */
export const findDelegationsTo = (tx: IdentityTx, clientId: string) =>
  tx
    .selectFrom('identity.delegation')
    .select(['vasp_did', 'limited'])
    .where('client_id', '=', clientId)
    .orderBy('vasp_did')
    .execute()

/** Notes that a client was used. Needs a transaction as this client. */
export const touchCredential = (tx: IdentityTx, clientId: string, at: Date) =>
  tx
    .updateTable('identity.credential')
    .set({ last_used_at: at })
    .where('id', '=', clientId)
    .execute()
