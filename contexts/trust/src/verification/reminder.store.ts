import { Profile } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'
import { mostReminders } from './reminder.rules.ts'

/** Companies whose verification has been pending since before then, longest first. */
export const findPending = async (tx: TrustTx, before: Date, limit: number) =>
  (
    await tx
      .selectFrom('trust.vasp')
      .select(['vasp_did', 'profile', 'verification_since'])
      .where('verification_status', 'in', ['SUBMITTED', 'PENDING_REVIEW'])
      .where('listing', 'in', ['pending', 'listed'])
      .where('verification_since', '<=', before)
      .orderBy('verification_since')
      .orderBy('vasp_did')
      .limit(limit)
      .execute()
  ).map(({ vasp_did, profile, verification_since }) => ({
    did: vasp_did,
    profile: Profile.parse(profile),
    since: verification_since ?? before,
  }))

/**
 * Notes a reminder, unless there was one since `before`, or as many as may be since `since`.
 * @returns whether it is to be sent: of two workers one is told so
 */
export async function takeReminder(
  tx: TrustTx,
  did: string,
  { at, before, since }: { at: Date; before: Date; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into trust.verification_reminder as r (vasp_did, reminded_at, times) values (${did}, ${at}, 1)
    on conflict (vasp_did) do update set reminded_at = excluded.reminded_at,
      times = case when r.reminded_at < ${since} then 1 else r.times + 1 end
    where r.reminded_at <= ${before} and (r.times < ${mostReminders} or r.reminded_at < ${since})
    returning vasp_did`.execute(tx)
  return rows.length > 0
}
