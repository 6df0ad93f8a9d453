import { type CompanyGrant, newGrants } from './claim.rules.ts'
import type { IdentityDatabase } from './tables.ts'

/** Gives a user the roles that they never had; one that was ended stays ended. */
export async function addMemberships(
  database: IdentityDatabase,
  userId: string,
  grants: readonly CompanyGrant[],
  source: 'claim' | 'seed',
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
          source,
          created_at: new Date(at.getTime() + index),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}
