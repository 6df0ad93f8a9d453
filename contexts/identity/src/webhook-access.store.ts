import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { IdentityTx } from './tables.ts'

/** Every token and integration key of a company. */
export const allSessions = '*'

/** A session, or `*`, that holds access to a company's application at the webhook service. */
export type WebhookAccess = {
  readonly did: string
  readonly session: string
  readonly userId: string | null
  readonly appUid: string
  readonly at: Date
  readonly expiresAt: Date
}

/** Notes access before it is given. @returns whether the session had none that is still good */
export async function noteAccess<T>(
  tx: Tx<T>,
  { did, session, userId, appUid, at, expiresAt }: WebhookAccess,
): Promise<boolean> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from identity.webhook_access
    where vasp_did = ${did} and session = ${session}`.execute(tx)
  await sql`
    insert into identity.webhook_access (vasp_did, session, user_id, app_uid, opened_at, expires_at)
    values (${did}, ${session}, ${userId}, ${appUid}, ${at}, ${expiresAt})
    on conflict (vasp_did, session) do update set user_id = excluded.user_id,
      app_uid = excluded.app_uid, opened_at = excluded.opened_at,
      expires_at = greatest(webhook_access.expires_at, excluded.expires_at)`.execute(tx)
  return !rows.some((row) => row.expires_at > at)
}

/** Ends everything in a company, integration keys too. Needs a transaction of the company. */
export const endCompanyAccess = <T>(tx: Tx<T>, did: string, appUid: string, at: Date) =>
  sql`
    insert into identity.webhook_access (vasp_did, session, app_uid, opened_at, expires_at, end_due_at)
    values (${did}, ${allSessions}, ${appUid}, ${at}, ${at}, ${at})
    on conflict (vasp_did, session) do update set app_uid = excluded.app_uid,
      end_due_at = excluded.end_due_at`.execute(tx)

/** Ends what a person or machine holds in a company. Needs a transaction of the company. */
export const endAccessIn = (tx: IdentityTx, did: string, userId: string, at: Date) =>
  tx
    .updateTable('identity.webhook_access')
    .set({ end_due_at: at })
    .where('vasp_did', '=', did)
    .where('user_id', '=', userId)
    .execute()

/** Ends what some sessions of a person hold, in every company. */
export async function endAccessOfSessions(
  tx: IdentityTx,
  userId: string,
  sessions: readonly string[],
  at: Date,
): Promise<void> {
  if (sessions.length === 0) return
  await sql`select set_config('app.user', ${userId}, true)`.execute(tx)
  await tx
    .updateTable('identity.webhook_access')
    .set({ end_due_at: at })
    .where('user_id', '=', userId)
    .where('session', 'in', sessions)
    .execute()
}

/** What has to end now, taken until `again` so that two workers share the work. As the relay. */
export async function takeDueAccess(tx: IdentityTx, now: Date, again: Date) {
  await tx
    .deleteFrom('identity.webhook_access')
    .where('expires_at', '<=', now)
    .where('session', '<>', allSessions)
    .execute()
  const { rows } = await sql<{
    vasp_did: string
    session: string
    app_uid: string
    opened_at: Date
  }>`
    with due as materialized (
      select vasp_did, session from identity.webhook_access where end_due_at <= ${now}
      order by end_due_at, vasp_did, session limit 50 for update skip locked)
    update identity.webhook_access a set end_due_at = ${again} from due
    where a.vasp_did = due.vasp_did and a.session = due.session
    returning a.vasp_did, a.session, a.app_uid, a.opened_at`.execute(tx)
  return rows
}

/** Forgets access that has ended; what was opened or ended again meanwhile stays. As the relay. */
export async function settleAccess(
  tx: IdentityTx,
  { vasp_did, session, opened_at }: { vasp_did: string; session: string; opened_at: Date },
  taken: Date,
): Promise<void> {
  await tx
    .deleteFrom('identity.webhook_access')
    .where('vasp_did', '=', vasp_did)
    .where('session', '=', session)
    .where('end_due_at', '=', taken)
    .where('opened_at', '=', opened_at)
    .execute()
  await tx
    .updateTable('identity.webhook_access')
    .set({ end_due_at: null })
    .where('vasp_did', '=', vasp_did)
    .where('session', '=', session)
    .where('end_due_at', '=', taken)
    .execute()
}
