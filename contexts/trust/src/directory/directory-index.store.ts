import { planOnce } from '@countersign/kit/plan-once'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'
import { factNames } from './facet.rules.ts'
import { beginsWith, matching, type Words } from './filter.store.ts'

const columns = [
  sql<string>`vasp_did`.as('did'),
  sql<string | null>`subsidiary_of`.as('parent'),
  sql<string>`json_build_array(${sql.join(
    factNames.map((name) =>
      name === 'is_subsidiary' ? sql`subsidiary_of is not null` : sql.ref(name),
    ),
  )})::text`.as('facts'),
] as const

/** Every company in the order of names, and the oldest transaction that was not over before. */
export async function findRoll(tx: TrustTx) {
  const { since } = await tx
    .selectNoFrom(sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('since'))
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('trust.vasp')
    .select(columns)
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .execute()
  return { since, rows }
}

/**
 * The companies that a transaction changed which was not over at `since`: by which one, and whom they come
 * after now. Numbers that no transaction has had yet are another database's, from before it was restored.
 */
export async function findChanged(tx: TrustTx, since: string, limit: number) {
  const changed = await tx
    .selectFrom(
      sql<{ since: string; until: string }>`(select pg_snapshot_xmin(s)::text as since,
        pg_snapshot_xmax(s) as until from pg_current_snapshot() as s)`.as('now'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('trust.vasp')
          .select(columns)
          .select([
            sql<string>`changed_in::text`.as('stamp'),
            sql<string | null>`(select before.vasp_did from trust.vasp as before
              where (before.sort_name, before.vasp_did) < (vasp.sort_name, vasp.vasp_did)
              order by before.sort_name desc, before.vasp_did desc limit 1)`.as('after'),
          ])
          .where(sql<boolean>`changed_in >= ${since}::xid8 and changed_in < now.until`)
          .limit(limit)
          .as('changed'),
      (join) => join.onTrue(),
    )
    .select(['now.since', 'did', 'parent', 'facts', 'stamp', 'after'])
    .modifyFront(planOnce)
    .execute()
  return {
    since: changed[0]?.since ?? since,
    rows: changed.flatMap(({ did, facts, stamp, ...row }) =>
      did !== null && facts !== null && stamp !== null ? [{ ...row, did, facts, stamp }] : [],
    ),
  }
}

/** Who matches the words, whoever asks, of everybody or of these: first whose name begins with them. */
export async function findMatches(
  tx: TrustTx,
  { roughly = false, ...words }: Words,
  among?: readonly string[],
) {
  let rows = tx
    .selectFrom('trust.vasp')
    .select([
      (words.q ? beginsWith(words.q) : sql<boolean>`true`).as('begins'),
      sql<string[]>`json_agg(vasp_did)`.as('dids'),
    ])
    .where(
      matching({
        filters: { ...words, listingType: 'all' },
        audience: { own: [], isInternal: true },
        countries: new Map(),
        roughly,
      }),
    )
    .groupBy('begins')
  if (among) rows = rows.where('vasp_did', 'in', [...among])
  const groups = await rows.execute()
  const of = (first: boolean) => groups.find(({ begins }) => begins === first)?.dids ?? []
  return [of(true), of(false)] as const
}

/** The last company at this place of the order of names or before it, and whether it stands there itself. */
export const findAnchor = (tx: TrustTx, [name = '', did = '']: readonly string[]) =>
  tx
    .selectFrom('trust.vasp')
    .select(['vasp_did', sql<boolean>`sort_name = ${name} and vasp_did = ${did}`.as('exact')])
    .where(sql<boolean>`(sort_name, vasp_did) <= (${name}, ${did})`)
    .orderBy('sort_name', 'desc')
    .orderBy('vasp_did', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The verdicts of a company that are in force, by whom they are on. */
export async function findVerdicts(tx: TrustTx, reviewer: string) {
  const rows = await tx
    .selectFrom('trust.review')
    .select(['review_value', sql<string[]>`json_agg(reviewed_did)`.as('dids')])
    .where('vasp_did', '=', reviewer)
    .groupBy('review_value')
    .modifyFront(planOnce)
    .execute()
  return new Map(rows.map(({ review_value, dids }) => [review_value, dids]))
}
