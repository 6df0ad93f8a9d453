import { internalAdmin, type RoleGrant, roles } from '@countersign/contracts'
import { id, ksuid } from '@countersign/kit/ids'
import { planOnce } from '@countersign/kit/plan-once'
import { sql } from 'kysely'
import type { IdentityDatabase, IdentityTx } from '../tables.ts'
import type { Person } from './person.rules.ts'

/**
 * Adds a person, or brings what is known of them up to date; whether they are an internal admin only
 * where it is said. @returns the user's id and DID
 */
export const saveUser = (
  database: IdentityDatabase,
  { issuer, subject, email, name }: Person,
  isInternalAdmin: boolean | undefined,
  at: Date,
): Promise<{ id: string; did: string }> =>
  // Before the id is known, the policy lets through the row of this issuer and subject.
  database.withUser(`${issuer} ${subject}`, (tx) =>
    tx
      .insertInto('identity.user')
      .values({
        id: id('user', at.getTime()),
        did: `did:countersign:${ksuid(at.getTime())}`,
        issuer,
        subject,
        email,
        email_verified: true,
        name,
        is_internal_admin: isInternalAdmin ?? false,
        created_at: at,
        last_seen_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).doUpdateSet({
          email,
          email_verified: true,
          name,
          ...(isInternalAdmin !== undefined && { is_internal_admin: isInternalAdmin }),
          last_seen_at: at,
        }),
      )
      .returning(['id', 'did'])
      .executeTakeFirstOrThrow(),
  )

/** Shows the rest of a transaction what this user may see of themselves. */
export const actAs = (tx: IdentityTx, userId: string) =>
  sql`select set_config('app.user', ${userId}, true)`.execute(tx)

/** Notes that a user is here; an older note never replaces a newer one. */
export const touchUser = (tx: IdentityTx, userId: string, at: Date) =>
  tx
    .updateTable('identity.user')
    .set({ last_seen_at: at })
    .where('id', '=', userId)
    .where('last_seen_at', '<', at)
    .execute()

/** A signed-in user with the roles of this moment. Needs a transaction as this user. */
export async function findUser(tx: IdentityTx, userId: string) {
  const rows = await tx
    .selectFrom('identity.user as user')
    .modifyFront(planOnce)
    .leftJoin('identity.membership as membership', (join) =>
      join.onRef('membership.user_id', '=', 'user.id').on('membership.ended_at', 'is', null),
    )
    .where('user.id', '=', userId)
    .select(['user.id', 'user.did', 'user.email', 'user.email_verified', 'user.is_internal_admin'])
    .select(['user.phone', 'user.job_title'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .select(['membership.vasp_did', 'membership.role'])
    .orderBy('membership.created_at')
    .orderBy('membership.vasp_did')
    .orderBy('membership.role')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const grants = rows.flatMap(({ vasp_did, role: name }): RoleGrant[] => {
    const role = roles.find((known) => known === name)
    return vasp_did && role ? [{ vaspDID: vasp_did, role }] : []
  })
  if (first.is_internal_admin) grants.unshift({ vaspDID: null, role: internalAdmin })
  return {
    userId: first.id,
    did: first.did,
    name: first.name,
    grants,
    // Companies are joined by it, so an address that nobody vouches for is none.
    email: first.email_verified ? first.email : null,
    phone: first.phone,
    jobTitle: first.job_title,
  }
}

/** The id of a person whom this provider knows by this subject. Needs a transaction as both of them. */
export const findBySubject = (tx: IdentityTx, issuer: string, subject: string) =>
  tx
    .selectFrom('identity.user')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()

/** Stores what a person says of themselves. Needs a transaction as this person. */
export const saveOwnInfo = (
  tx: IdentityTx,
  userId: string,
  info: { own_name?: string | null; phone?: string | null; job_title?: string | null },
) =>
  tx
    .updateTable('identity.user')
    .set({ ...info, last_seen_at: sql`last_seen_at` })
    .where('id', '=', userId)
    .returning((eb) => eb.fn.coalesce('own_name', 'name').as('name'))
    .returning(['phone', 'job_title'])
    .executeTakeFirstOrThrow()
