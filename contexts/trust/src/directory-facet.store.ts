import { sql } from 'kysely'
import { matching, type Search } from './directory-filter.store.ts'
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

/** How many companies operate in the same countries; there are few such sets, so one reading is enough. */
export const countCountrySets = (tx: TrustTx, search: Search) =>
  tx
    .selectFrom('trust.vasp')
    .select(['jurisdictions', sql<number>`count(*)::int`.as('count')])
    .where(matching(search, ['jurisdictions', 'jurisdictionStatus']))
    .groupBy('jurisdictions')
    .execute()

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
