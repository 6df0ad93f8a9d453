import { addMemberships, findBySubject, rolesOf, saveUser } from './person/index.ts'
import { addRequest, hasPeopleWaiting, saveInvitation } from './request/index.ts'
import type { IdentityDatabase } from './tables.ts'

/** A user to have from the start, as the provider will name them when they sign in. */
export type SeedUser = {
  readonly subject: string
  readonly email: string
  readonly name: string
  /** As in the claim: `[{vaspDID, role}]`, the internal admin's without company. */
  readonly roles: readonly { readonly vaspDID?: string; readonly role: string }[]
}

/** Who waits at a company: somebody with an account who asks, and an address that was invited. */
export type Waiting = {
  readonly company: string
  readonly asks: { readonly subject: string; readonly role: string; readonly note: string }
  readonly invited: { readonly email: string; readonly role: string }
}

/** Makes a request and an invitation where the company never had any. Safe to run again. */
export async function ensureWaiting(
  database: IdentityDatabase,
  issuer: string,
  { company, asks, invited }: Waiting,
  at: Date,
): Promise<void> {
  const { id: userId } = await database.withUser(`${issuer} ${asks.subject}`, (tx) =>
    findBySubject(tx, issuer, asks.subject),
  )
  await database.withTenant(company, async (tx) => {
    if (await hasPeopleWaiting(tx, company)) return
    await addRequest(
      tx,
      company,
      {
        kind: 'join',
        userId,
        role: asks.role,
        note: asks.note,
        domainProven: true,
        state: 'pending',
      },
      at,
    )
    const expiresAt = new Date(at.getTime() + 14 * 24 * 3_600_000)
    await saveInvitation(tx, company, { ...invited, invitedBy: 'system', at, expiresAt })
  })
}

/** Makes the users with their roles where they are missing. Safe to run again. @returns DID by subject */
export async function ensureUsers(
  database: IdentityDatabase,
  issuer: string,
  users: readonly SeedUser[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const dids = new Map<string, string>()
  for (const { subject, email, name, roles } of users) {
    const { grants, isInternalAdmin, junk } = rolesOf(roles)
    if (junk > 0) throw new Error(`The seed's user ${subject} has a role that makes no sense`)
    const user = await saveUser(database, { issuer, subject, email, name }, isInternalAdmin, at)
    await addMemberships(database, user.id, grants, at)
    dids.set(subject, user.did)
  }
  return dids
}
