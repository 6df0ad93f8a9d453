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
  for (const { vaspDID, role } of newGrants(grants, known))
    await database.withTenant(vaspDID, (tx) =>
      tx
        .insertInto('identity.membership')
        .values({ vasp_did: vaspDID, user_id: userId, role, source, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}
