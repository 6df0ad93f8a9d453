import { rolesOf } from './claim.rules.ts'
import { addMemberships } from './membership.store.ts'
import type { IdentityDatabase } from './tables.ts'
import { saveUser } from './user.store.ts'

/** A user to have from the start, as the provider will name them when they sign in. */
export type SeedUser = {
  readonly subject: string
  readonly email: string
  readonly name: string
  /** As in the claim: `[{vaspDID, role}]`, the internal admin's without company. */
  readonly roles: readonly { readonly vaspDID?: string; readonly role: string }[]
}

/** Makes the users with their roles where they are missing. Safe to run again. */
export async function ensureUsers(
  database: IdentityDatabase,
  issuer: string,
  users: readonly SeedUser[],
  at: Date,
): Promise<void> {
  for (const { subject, email, name, roles } of users) {
    const { grants, isInternalAdmin, junk } = rolesOf(roles)
    if (junk > 0) throw new Error(`The seed's user ${subject} has a role that makes no sense`)
    const user = await saveUser(database, { issuer, subject, email, name }, isInternalAdmin, at)
    await addMemberships(database, user.id, grants, 'seed', at)
  }
}
