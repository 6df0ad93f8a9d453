import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

/** Only one at a time makes or delegates for a company: the limit is counted under this lock. */
export const lockCredentials = (tx: IdentityTx, did: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`identity.credential ${did}`}, 0))`.execute(
    tx,
  )

/** A company's machine clients, oldest first. */
export const findCredentials = (tx: IdentityTx, did: string) =>
  tx
    .selectFrom('identity.credential')
    .select([
      'id',
      'name',
      'limited',
      'created_at',
      'rotated_at',
      'old_secret_ends_at',
      'last_used_at',
    ])
    .where('vasp_did', '=', did)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** How many machine clients a company has. The transaction may be another context's. */
export async function countCredentials<T>(tx: Tx<T>, did: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identity.credential where vasp_did = ${did}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The machine clients that work for a company: its own, and its gateway's. The transaction may be another context's. */
export async function findClients<T>(tx: Tx<T>, did: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.credential where vasp_did = ${did}
    union select client_id from identity.delegation where vasp_did = ${did}
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who lets this company's clients act for them. */
export const findDelegators = (tx: IdentityTx, gateway: string) =>
  tx
    .selectFrom('identity.delegation')
    .select(['vasp_did', 'client_id', 'limited'])
    .where('gateway_did', '=', gateway)
    .orderBy('vasp_did')
    .execute()

/** The client of the gateway that acts for this company. */
export const findDelegation = (tx: IdentityTx, did: string) =>
  tx
    .selectFrom('identity.delegation')
    .select(['client_id', 'gateway_did', 'limited'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()

/** Adds a machine client. */
export const addCredential = (
  tx: IdentityTx,
  client: {
    did: string
    id: string
    name: string
    secretHash: Buffer
    limited: boolean
    by: string
    at: Date
  },
) =>
  tx
    .insertInto('identity.credential')
    .values({
      vasp_did: client.did,
      id: client.id,
      name: client.name,
      limited: client.limited,
      secret_hash: client.secretHash,
      created_at: client.at,
      created_by: client.by,
    })
    .execute()

/** Renames a client. @returns whether there was one */
export async function saveName(
  tx: IdentityTx,
  did: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity.credential')
    .set({ name })
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives a client a new secret; without `oldEndsAt` the old one ends at once.
 * @returns whether there was such a client
 */
export async function saveSecret(
  tx: IdentityTx,
  did: string,
  id: string,
  secretHash: Buffer,
  oldEndsAt: Date | null,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity.credential')
    .set((row) => ({
      secret_hash: secretHash,
      rotated_at: at,
      old_secret_hash: oldEndsAt ? row.ref('secret_hash') : null,
      old_secret_ends_at: oldEndsAt,
    }))
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a client; its tokens and the delegations to it go with it. @returns whether there was one */
export async function deleteCredential(tx: IdentityTx, did: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity.credential')
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lets a client of the gateway act for the company. */
export const addDelegation = (
  tx: IdentityTx,
  delegation: {
    did: string
    gateway: string
    clientId: string
    limited: boolean
    by: string
    at: Date
  },
) =>
  tx
    .insertInto('identity.delegation')
    .values({
      vasp_did: delegation.did,
      gateway_did: delegation.gateway,
      client_id: delegation.clientId,
      limited: delegation.limited,
      created_at: delegation.at,
      created_by: delegation.by,
    })
    .execute()

/** Ends the delegation to this client. @returns whether there was one */
export async function deleteDelegation(
  tx: IdentityTx,
  did: string,
  clientId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity.delegation')
    .where('vasp_did', '=', did)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every token of a client. */
export const deleteTokens = (tx: IdentityTx, did: string, id: string) =>
  tx
    .deleteFrom('identity.access_token')
    .where('vasp_did', '=', did)
    .where('client_id', '=', id)
    .execute()
