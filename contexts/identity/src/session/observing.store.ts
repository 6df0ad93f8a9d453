import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

/** A look that has begun. */
export type NewObservation = {
  readonly did: string
  readonly id: string
  readonly userId: string
  readonly reason: string
  readonly at: Date
  readonly endsAt: Date
}

/** A look that has not ended by this moment. Needs a transaction as its user. */
export async function findObservation(tx: IdentityTx, id: string, now: Date) {
  const row = await tx
    .selectFrom('identity.observation')
    .select(['vasp_did', 'id', 'reason', 'ends_at'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row && { vaspDID: row.vasp_did, id: row.id, reason: row.reason, endsAt: row.ends_at }
}

/** The look of a session, once nobody else can begin another. Needs a transaction as its user. */
export const lockSession = (tx: IdentityTx, userId: string, idHash: Buffer) =>
  tx
    .selectFrom('identity.session')
    .select(['id_hash', 'observation_id', 'expires_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('id_hash', '=', idHash), eb('previous_hash', '=', idHash)]))
    .forUpdate()
    .executeTakeFirst()

/** Begins a look in a session. From here on the transaction is the company's too. */
export async function addObservation(
  tx: IdentityTx,
  session: Buffer,
  { did, id, userId, reason, at, endsAt }: NewObservation,
): Promise<void> {
  await sql`select set_config('app.tenant', ${did}, true)`.execute(tx)
  await tx
    .insertInto('identity.observation')
    .values({ vasp_did: did, id, user_id: userId, reason, started_at: at, ends_at: endsAt })
    .execute()
  await tx
    .updateTable('identity.session')
    .set({ observation_id: id, must_rotate: true })
    .where('id_hash', '=', session)
    .execute()
}

/** Ends a look, unless it has ended. Needs the company's transaction. @returns whether it did */
export async function endObservation(tx: IdentityTx, did: string, id: string, at: Date) {
  const row = await tx
    .updateTable('identity.observation')
    .set({ ended_at: at })
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  await tx
    .updateTable('identity.session')
    .set({ observation_id: null, must_rotate: true })
    .where('observation_id', '=', id)
    .execute()
  return row !== undefined
}

/** Notes an address that was looked at. Needs the company's transaction. @returns whether it is the first time */
export async function addObserved(
  tx: IdentityTx,
  did: string,
  observation: string,
  addressHash: Buffer,
): Promise<boolean> {
  const row = await tx
    .insertInto('identity.observed')
    .values({ vasp_did: did, observation_id: observation, address_hash: addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Looks that are over and not yet ended, with why. Needs a transaction as `staff`. */
export async function findOverObservations(tx: IdentityTx, now: Date) {
  const rows = await tx
    .selectFrom('identity.observation as look')
    .innerJoin('identity.user as user', 'user.id', 'look.user_id')
    .leftJoin('identity.session as session', 'session.observation_id', 'look.id')
    .select(['look.vasp_did', 'look.id', 'look.ends_at', 'user.is_internal_admin'])
    .where('look.ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('look.ends_at', '<=', now),
        eb('user.is_internal_admin', '=', false),
        eb('session.id_hash', 'is', null),
      ]),
    )
    .orderBy('look.ends_at')
    .orderBy('look.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    did: row.vasp_did,
    id: row.id,
    how:
      row.ends_at <= now
        ? ('time over' as const)
        : row.is_internal_admin
          ? ('signed out' as const)
          : ('role ended' as const),
  }))
}
