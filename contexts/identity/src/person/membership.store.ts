import type { IdentityDatabase, IdentityTx } from '../tables.ts'
import { type CompanyGrant, type KnownGrant, newGrants } from './claim.rules.ts'

/** For the demo and for tests: gives a user the roles that they never had; one that was ended stays ended. */
export async function addMemberships(
  database: IdentityDatabase,
  userId: string,
  grants: readonly CompanyGrant[],
  at: Date,
): Promise<void> {
  const known = await database.withUser(userId, (tx) =>
    tx
      .selectFrom('identity.membership')
      .select(['vasp_did as vaspDID', 'role'])
      .where('user_id', '=', userId)
      .execute(),
  )
  // A moment apart, so that the order in which they were given is the order in which they are read.
  for (const [index, { vaspDID, role }] of newGrants(grants, known).entries())
    await database.withTenant(vaspDID, (tx) =>
      tx
        .insertInto('identity.membership')
        .values({
          vasp_did: vaspDID,
          user_id: userId,
          role,
          source: 'seed',
          created_at: new Date(at.getTime() + index),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}

/** Every role that a person has or had. Needs a transaction as this person. */
export async function findAllRoles(tx: IdentityTx, userId: string): Promise<KnownGrant[]> {
  const rows = await tx
    .selectFrom('identity.membership')
    .select(['vasp_did', 'role', 'source', 'ended_at', 'ended_by_claim'])
    .where('user_id', '=', userId)
    .orderBy('vasp_did')
    .orderBy('role')
    .execute()
  return rows.map((row) => ({
    vaspDID: row.vasp_did,
    role: row.role,
    source: row.source,
    hasEnded: row.ended_at !== null,
    endedByClaim: row.ended_by_claim,
  }))
}

/** Gives a role in the name of the provider's claim, also one that the claim took away before. */
export const giveClaimedRole = (
  tx: IdentityTx,
  did: string,
  userId: string,
  role: string,
  at: Date,
) =>
  tx
    .insertInto('identity.membership')
    .values({ vasp_did: did, user_id: userId, role, source: 'claim', created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['vasp_did', 'user_id', 'role'])
        .doUpdateSet({ source: 'claim', created_at: at, ended_at: null, ended_by_claim: false })
        .where('identity.membership.ended_by_claim', '=', true),
    )
    .execute()

/** Ends a role that the provider's claim gave. */
export const endClaimedRole = (
  tx: IdentityTx,
  did: string,
  userId: string,
  role: string,
  at: Date,
) =>
  tx
    .updateTable('identity.membership')
    .set({ ended_at: at, ended_by_claim: true })
    .where('vasp_did', '=', did)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .where('source', '=', 'claim')
    .where('ended_at', 'is', null)
    .execute()
