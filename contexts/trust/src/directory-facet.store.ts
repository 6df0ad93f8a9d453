import { jurisdictionStatuses } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import { inStatus, matching, type Search } from './directory-filter.store.ts'
import type { TrustTx } from './tables.ts'

/** How many companies share these facts, all filters kept but those on the facts. */
export const countFacts = (tx: TrustTx, search: Search) =>
  tx
    .selectFrom('trust.vasp')
    .select([
      'regulatory_status',
      'has_admin',
      'is_active_receiver',
      sql<boolean>`verification_status = 'VERIFIED'`.as('is_verified'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where(matching(search, ['badge', 'regulatoryStatus']))
    .groupBy(['regulatory_status', 'has_admin', 'is_active_receiver', sql`4`])
    .execute()

/** How many companies operate in each country. */
export async function countCountries(tx: TrustTx, search: Search) {
  const matched = tx
    .selectFrom('trust.vasp')
    .select(sql<string>`unnest(jurisdictions)`.as('country'))
    .where(matching(search, ['jurisdictions']))
    .as('matched')
  const rows = await tx
    .selectFrom(matched)
    .select(['country', sql<number>`count(*)::int`.as('count')])
    .groupBy('country')
    .orderBy('count', 'desc')
    .limit(300)
    .execute()
  return Object.fromEntries(rows.map(({ country, count }) => [country, count]))
}

/** How many companies operate where the rule has each status. */
export async function countStatuses(tx: TrustTx, search: Search) {
  const row = await tx
    .selectFrom('trust.vasp')
    .select(
      jurisdictionStatuses.map((status) =>
        sql<number>`(count(*) filter (where ${inStatus(status, search.countries)}))::int`.as(
          status,
        ),
      ),
    )
    .where(matching(search, ['jurisdictionStatus']))
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row))
}

/** How many companies have each verdict of the reviewer's, and how many are left. */
export async function countVerdicts(tx: TrustTx, search: Search, reviewer: string) {
  const given = await tx
    .selectFrom('trust.review')
    .innerJoin('trust.vasp', 'trust.vasp.vasp_did', 'trust.review.reviewed_did')
    .select(['review_value', sql<number>`count(*)::int`.as('count')])
    .where('trust.review.vasp_did', '=', reviewer)
    .where('reviewed_did', 'in', (eb) =>
      eb
        .selectFrom('trust.vasp')
        .select('vasp_did')
        .where(matching(search, ['reviewValue'])),
    )
    .groupBy('review_value')
    .execute()
  return new Map(given.map(({ review_value, count }) => [review_value, count]))
}
