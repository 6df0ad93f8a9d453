import type { WaitingReview } from '@countersign/contracts/trust'
import { members } from '@countersign/kit/members'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'
import { reviewOut } from './review.store.ts'

const columns = [
  'id',
  'vasp_did',
  'reviewed_did',
  'review_value',
  'note',
  'reasons',
  'evidence',
  'next_review_at',
  'created_at',
  'created_by',
  'created_by_name',
  'waits_until',
] as const

/** A company's verdicts on these companies that wait for a second person and still count. */
export const findWaiting = (tx: TrustTx, did: string, reviewed: readonly string[], at: Date) =>
  tx
    .selectFrom('trust.review_waiting')
    .select(columns)
    .where('vasp_did', '=', did)
    .where('reviewed_did', 'in', members(reviewed))
    .where('waits_until', '>', at)
    .execute()

/** All of a company's verdicts that wait for a second person, with the companies' names, oldest first. */
export const findAllWaiting = (tx: TrustTx, did: string, at: Date) =>
  tx
    .selectFrom('trust.review_waiting as waiting')
    .innerJoin('trust.vasp as reviewed', 'reviewed.vasp_did', 'waiting.reviewed_did')
    .select([
      'waiting.id',
      'waiting.reviewed_did',
      'waiting.review_value',
      'waiting.created_at',
      'waiting.created_by',
      'waiting.created_by_name',
      'waiting.waits_until',
      sql<string>`reviewed.profile ->> 'name'`.as('name'),
    ])
    .where('waiting.vasp_did', '=', did)
    .where('waiting.waits_until', '>', at)
    .orderBy('waiting.created_at')
    .limit(50)
    .execute()

/** A verdict that waits, as it is kept. */
export type WaitingRow = Awaited<ReturnType<typeof findWaiting>>[number]

/** A verdict that waits, as the wire shows it. */
export const waitingOut = (row: WaitingRow): WaitingReview => ({
  ...reviewOut({ ...row, agreed_by: null, agreed_by_name: null, agreed_at: null }),
  waitsUntil: row.waits_until.toISOString(),
})

/** The company that a waiting verdict is about, and what it says; undefined when none waits. */
export const findWaitingById = (tx: TrustTx, did: string, id: string, at: Date) =>
  tx
    .selectFrom('trust.review_waiting')
    .select(['reviewed_did', 'review_value'])
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .where('waits_until', '>', at)
    .executeTakeFirst()

/** Holds a verdict. The caller holds the pair, see `lockPair`. */
export const addWaiting = (tx: TrustTx, row: WaitingRow) =>
  tx
    .insertInto('trust.review_waiting')
    .values({ ...row, evidence: JSON.stringify(row.evidence) })
    .execute()

/** Forgets the verdict that waits, also one that no longer counts. @returns whether one was there */
export async function removeWaiting(
  tx: TrustTx,
  did: string,
  of: { readonly reviewed: string } | { readonly id: string },
): Promise<boolean> {
  const rows = tx.deleteFrom('trust.review_waiting').where('vasp_did', '=', did)
  const { numDeletedRows } = await ('id' in of
    ? rows.where('id', '=', of.id)
    : rows.where('reviewed_did', '=', of.reviewed)
  ).executeTakeFirst()
  return numDeletedRows > 0n
}
