import { Review } from '@countersign/contracts/trust'
import { members } from '@countersign/kit/members'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

const columns = [
  'h.id',
  'h.vasp_did',
  'h.reviewed_did',
  'h.review_value',
  'h.note',
  'h.reasons',
  'h.evidence',
  'h.next_review_at',
  'h.created_at',
  'h.created_by',
  'h.created_by_name',
  'h.agreed_by',
  'h.agreed_by_name',
  'h.agreed_at',
] as const

const inForce = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.review as r')
    .innerJoin('trust.review_history as h', (join) =>
      join.onRef('h.vasp_did', '=', 'r.vasp_did').onRef('h.id', '=', 'r.review_id'),
    )
    .where('r.vasp_did', '=', did)

/** A company's verdicts in force on these companies. */
export const findReviews = (tx: TrustTx, did: string, reviewed: readonly string[]) =>
  inForce(tx, did).select(columns).where('r.reviewed_did', 'in', members(reviewed)).execute()

type Row = Awaited<ReturnType<typeof findReviews>>[number]

/** A verdict as the wire shows it. */
export const reviewOut = (row: Row): Review =>
  Review.parse({
    id: row.id,
    vaspDID: row.vasp_did,
    reviewedVaspDID: row.reviewed_did,
    reviewValue: row.review_value,
    note: row.note,
    reasons: row.reasons,
    evidence: row.evidence,
    nextReviewAt: row.next_review_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    createdByName: row.created_by_name,
    agreedBy: row.agreed_by,
    agreedByName: row.agreed_by_name,
  })

/** The place after which a list of verdicts goes on. */
export type Due = { readonly at: string; readonly did: string }

/** Verdicts in force, those due first, with the names of the companies. */
export async function findReviewPage(
  tx: TrustTx,
  did: string,
  {
    value,
    dueBefore,
    after,
    limit,
  }: {
    value: string | undefined
    dueBefore: string | undefined
    after: Due | undefined
    limit: number
  },
) {
  let rows = inForce(tx, did)
    .innerJoin('trust.vasp as v', 'v.vasp_did', 'r.reviewed_did')
    .select([
      ...columns,
      sql<string>`v.profile ->> 'name'`.as('name'),
      sql<string>`r.next_review_at::text`.as('due'),
    ])
    .orderBy('r.next_review_at')
    .orderBy('r.reviewed_did')
    .limit(limit)
  if (value) rows = rows.where('r.review_value', '=', value)
  if (dueBefore) rows = rows.where('r.next_review_at', '<=', new Date(dueBefore))
  if (after)
    rows = rows.where(
      sql<boolean>`(r.next_review_at, r.reviewed_did) > (${after.at}::timestamptz, ${after.did})`,
    )
  return rows.execute()
}

/** How many verdicts match, and how many of them are due. */
export async function countReviews(
  tx: TrustTx,
  did: string,
  {
    value,
    dueBefore,
    at,
  }: {
    value: string | undefined
    dueBefore: string | undefined
    at: Date
  },
) {
  let rows = tx
    .selectFrom('trust.review')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where next_review_at <= ${at}))::int`.as('due'),
    ])
    .where('vasp_did', '=', did)
  if (value) rows = rows.where('review_value', '=', value)
  if (dueBefore) rows = rows.where('next_review_at', '<=', new Date(dueBefore))
  return rows.executeTakeFirstOrThrow()
}

/** Every verdict on one company, newest first. */
export const findReviewHistory = (tx: TrustTx, did: string, reviewed: string) =>
  tx
    .selectFrom('trust.review_history as h')
    .select([...columns, 'h.withdrawn_at'])
    .where('h.vasp_did', '=', did)
    .where('h.reviewed_did', '=', reviewed)
    .orderBy('h.seq', 'desc')
    .limit(100)
    .execute()

/** A verdict of the company's history, or undefined. */
export const findPastReview = (tx: TrustTx, did: string, id: string) =>
  tx
    .selectFrom('trust.review_history')
    .select(['reviewed_did', 'withdrawn_at'])
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .executeTakeFirst()

/** What stands only at verdicts of two people. */
type Agreed = 'agreed_by' | 'agreed_by_name' | 'agreed_at'

/** Puts a verdict in force and into the history. Two at once: the later one stays in force. */
export async function saveReview(
  tx: TrustTx,
  review: Omit<Row, 'evidence' | Agreed> & Partial<Pick<Row, Agreed>> & { evidence: unknown },
): Promise<void> {
  const { vasp_did, reviewed_did, id, review_value, next_review_at } = review
  const present = { review_id: id, review_value, next_review_at }
  await tx
    .insertInto('trust.review')
    .values({ vasp_did, reviewed_did, ...present })
    .onConflict((conflict) => conflict.columns(['vasp_did', 'reviewed_did']).doUpdateSet(present))
    .execute()
  await tx
    .insertInto('trust.review_history')
    .values({ ...review, evidence: JSON.stringify(review.evidence) })
    .execute()
}

/** Lets one person at a time give a verdict on a company, also where there is none yet. */
export const lockPair = (tx: TrustTx, did: string, reviewed: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`review ${did} ${reviewed}`}, 0))`.execute(tx)

/** Those of these documents that the company owns or that are shared with it. */
export const findSeenDocuments = async (tx: TrustTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('trust.document')
      .select('id')
      .where('id', 'in', members(ids))
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** The id of the verdict in force, locked until the transaction ends; undefined without one. */
export const lockReview = async (tx: TrustTx, did: string, reviewed: string) => {
  const row = await tx
    .selectFrom('trust.review')
    .select('review_id')
    .where('vasp_did', '=', did)
    .where('reviewed_did', '=', reviewed)
    .forUpdate()
    .executeTakeFirst()
  return row?.review_id
}

/** Marks the verdict in force as withdrawn and puts the one before it in force again, if there is one. */
export async function withdrawReview(
  tx: TrustTx,
  { did, reviewed, id, at }: { did: string; reviewed: string; id: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('trust.review_history')
    .set({ withdrawn_at: at })
    .where('vasp_did', '=', did)
    .where('id', '=', id)
    .execute()
  const before = await tx
    .selectFrom('trust.review_history')
    .select(['id', 'review_value', 'next_review_at'])
    .where('vasp_did', '=', did)
    .where('reviewed_did', '=', reviewed)
    .where('withdrawn_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before)
    await tx
      .updateTable('trust.review')
      .set({
        review_id: before.id,
        review_value: before.review_value,
        next_review_at: before.next_review_at,
      })
      .where('vasp_did', '=', did)
      .where('reviewed_did', '=', reviewed)
      .execute()
  else
    await tx
      .deleteFrom('trust.review')
      .where('vasp_did', '=', did)
      .where('reviewed_did', '=', reviewed)
      .execute()
}
