import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

const columns = [
  'vasp_did',
  'id',
  'kind',
  'user_id',
  'role',
  'note',
  'domain_proven',
  'state',
  'reason',
  'created_at',
  'decided_at',
] as const

/** A request to be. */
export type NewRequest = {
  readonly kind: 'join' | 'claim' | 'create'
  readonly userId: string
  readonly role: string
  readonly note: string | null
  readonly domainProven: boolean
  readonly state: 'pending' | 'approved'
}

/** Makes a request. @returns nothing when one of this person is open already */
export const addRequest = (tx: IdentityTx, did: string, request: NewRequest, at: Date) =>
  tx
    .insertInto('identity.request')
    .values({
      vasp_did: did,
      id: id('req', at.getTime()),
      kind: request.kind,
      user_id: request.userId,
      role: request.role,
      note: request.note,
      domain_proven: request.domainProven,
      state: request.state,
      created_at: at,
      decided_at: request.state === 'pending' ? null : at,
      decided_by: request.state === 'pending' ? null : 'system',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()

const withPeople = (tx: IdentityTx) =>
  tx
    .selectFrom('identity.request as request')
    .innerJoin('identity.user as user', 'user.id', 'request.user_id')
    .selectAll('request')
    .select(['user.did as user_did', 'user.email'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))

/** Who waits to be let in, the oldest first. */
export const findJoinRequests = (tx: IdentityTx, did: string) =>
  withPeople(tx)
    .where('request.vasp_did', '=', did)
    .where('request.kind', '=', 'join')
    .where('request.state', '=', 'pending')
    .orderBy('request.id')
    .limit(200)
    .execute()

/** Who waits for the internal admin, the oldest first. Needs a transaction as `staff`. */
export const findClaimRequests = (tx: IdentityTx) =>
  withPeople(tx)
    .where('request.kind', '<>', 'join')
    .where('request.state', '=', 'pending')
    .orderBy('request.id')
    .limit(200)
    .execute()

/** A request of these kinds and its state, locked until the transaction ends. */
export const lockRequest = (
  tx: IdentityTx,
  did: string,
  requestId: string,
  kinds: readonly string[],
) =>
  tx
    .selectFrom('identity.request')
    .select(columns)
    .where('vasp_did', '=', did)
    .where('id', '=', requestId)
    .where('kind', 'in', kinds)
    .forUpdate()
    .executeTakeFirst()

/** Who made a request; there for as long as it is open. */
export const findApplicant = (tx: IdentityTx, userId: string) =>
  tx
    .selectFrom('identity.user')
    .select(['id', 'did', 'email'])
    .select((eb) => eb.fn.coalesce('own_name', 'name').as('name'))
    .where('id', '=', userId)
    .executeTakeFirst()

/** Settles a request. */
export const settleRequest = (
  tx: IdentityTx,
  did: string,
  requestId: string,
  outcome: { state: string; role: string; reason: string | null; by: string; at: Date },
) =>
  tx
    .updateTable('identity.request')
    .set({
      state: outcome.state,
      role: outcome.role,
      reason: outcome.reason,
      decided_by: outcome.by,
      decided_at: outcome.at,
    })
    .where('vasp_did', '=', did)
    .where('id', '=', requestId)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Settles the open join requests of a person who is in by another way. */
export const settleJoinRequests = (
  tx: IdentityTx,
  did: string,
  userId: string,
  { role, by, at }: { role: string; by: string; at: Date },
) =>
  tx
    .updateTable('identity.request')
    .set({ state: 'approved', role, decided_by: by, decided_at: at })
    .where('vasp_did', '=', did)
    .where('user_id', '=', userId)
    .where('kind', '=', 'join')
    .where('state', '=', 'pending')
    .execute()

/** What a person has asked for, the newest first. Needs a transaction as this person. */
export const findOwnRequests = (tx: IdentityTx, userId: string) =>
  tx
    .selectFrom('identity.request')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/**
 * How many requests of a person are open, over all companies, and how many companies they have made. Until
 * the transaction ends they ask for nothing else, so that two requests at once are both counted.
 */
export async function countOwnRequests(tx: IdentityTx, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`requests ${userId}`}, 0)),
    set_config('app.user', ${userId}, true)`.execute(tx)
  const counts = await tx
    .selectFrom('identity.request')
    .select([
      sql<number>`(count(*) filter (where state = 'pending'))::int`.as('open'),
      sql<number>`(count(*) filter (where kind = 'create'))::int`.as('made'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await sql`select set_config('app.user', '', true)`.execute(tx)
  return counts
}

/** The company of an own request. Needs a transaction as this person. */
export const findOwnRequest = (tx: IdentityTx, userId: string, requestId: string) =>
  tx
    .selectFrom('identity.request')
    .select('vasp_did')
    .where('user_id', '=', userId)
    .where('id', '=', requestId)
    .executeTakeFirst()

/** Whether anybody ever asked to join this company, or was invited. */
export async function hasPeopleWaiting(tx: IdentityTx, did: string): Promise<boolean> {
  const asked = await tx
    .selectFrom('identity.request')
    .select('id')
    .where('vasp_did', '=', did)
    .limit(1)
    .executeTakeFirst()
  const invited = await tx
    .selectFrom('identity.invitation')
    .select('id')
    .where('vasp_did', '=', did)
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined || invited !== undefined
}
