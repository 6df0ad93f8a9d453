import { members } from '@countersign/kit/members'
import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'
import { endAccessIn } from '../webhook-access.store.ts'

/** One change to the people of a company at a time: the last admin is counted under this lock. */
export const lockTeam = (tx: IdentityTx, did: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`team ${did}`}, 0))`.execute(tx)

/** Each role of each person of the company, by name. */
export const findTeam = (tx: IdentityTx, did: string) =>
  tx
    .selectFrom('identity.membership as membership')
    .innerJoin('identity.user as user', 'user.id', 'membership.user_id')
    .where('membership.vasp_did', '=', did)
    .where('membership.ended_at', 'is', null)
    .select([
      'user.id',
      'user.did',
      'user.email',
      'user.phone',
      'user.job_title',
      'user.last_seen_at',
    ])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .select(['membership.role', 'membership.created_at'])
    .orderBy((eb) => eb.fn('lower', [eb.fn.coalesce('user.own_name', 'user.name')]))
    .orderBy('user.id')
    .orderBy('membership.created_at')
    .execute()

/** Who holds which role, without who they are. */
export const findRoles = (tx: IdentityTx, did: string) =>
  tx
    .selectFrom('identity.membership')
    .where('vasp_did', '=', did)
    .where('ended_at', 'is', null)
    .select(['user_id', 'role'])
    .orderBy('user_id')
    .orderBy('role')
    .execute()

/** Gives a role, also one that was taken away before. */
export const giveRole = (tx: IdentityTx, did: string, userId: string, role: string, at: Date) =>
  tx
    .insertInto('identity.membership')
    .values({ vasp_did: did, user_id: userId, role, source: 'admin', created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['vasp_did', 'user_id', 'role'])
        .doUpdateSet({ source: 'admin', created_at: at, ended_at: null, ended_by_claim: false })
        .where('identity.membership.ended_at', 'is not', null),
    )
    .execute()

/** Ends the roles of a person but those to keep. */
export async function endRoles(
  tx: IdentityTx,
  did: string,
  userId: string,
  keep: readonly string[],
  at: Date,
): Promise<void> {
  // What they hold at the webhook service has the rights of the roles from before.
  await endAccessIn(tx, did, userId, at)
  await tx
    .updateTable('identity.membership')
    .set({ ended_at: at })
    .where('vasp_did', '=', did)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keep.length > 0, (query) => query.where('role', 'not in', [...keep]))
    .execute()
}

/** Every open session of the person gets a new id at its next request: their rights have changed. */
export const rotateSessions = (tx: IdentityTx, userId: string) =>
  tx
    .updateTable('identity.session')
    .set({ must_rotate: true })
    .where('user_id', '=', userId)
    .execute()

/** A page of all users, the newest first. Needs a transaction as `staff`. */
export const searchUsers = (
  tx: IdentityTx,
  { q, before, limit }: { q?: string | undefined; before?: string | undefined; limit: number },
) => {
  const like = `%${(q ?? '').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return tx
    .selectFrom('identity.user')
    .select(['id', 'did', 'email', 'is_internal_admin', 'last_seen_at'])
    .select((eb) => eb.fn.coalesce('own_name', 'name').as('name'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`lower(coalesce(own_name, name) || ' ' || email || ' ' || did) like ${like}`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The roles of these users in all companies. Needs a transaction as `staff`. */
export const findRolesOf = (tx: IdentityTx, userIds: readonly string[]) =>
  tx
    .selectFrom('identity.membership')
    .select(['user_id', 'vasp_did', 'role'])
    .where('user_id', 'in', members(userIds))
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('vasp_did')
    .orderBy('role')
    .execute()
