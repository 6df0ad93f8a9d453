import { sql } from 'kysely'
import { matching, type Search } from './directory-filter.store.ts'
import type { TrustTx } from './tables.ts'

const facts = [
  'discoverable',
  'has_admin',
  'is_active_sender',
  'is_active_receiver',
  'verification_status',
  'regulatory_status',
  'jurisdictions',
] as const
const isSubsidiary = sql<boolean>`subsidiary_of is not null`

/** What of a search the facts cannot tell: words, names, and who has subsidiaries. */
export const wordsOf = ({ filters }: Search): Search['filters'] => ({
  ...{ q: filters.q, emailDomain: filters.emailDomain, chainalysisName: filters.chainalysisName },
  listingType: filters.listingType === 'exclude_gateways' ? filters.listingType : 'all',
})

const groups = (tx: TrustTx, search: Search, audience: Search['audience']) =>
  tx
    .selectFrom('trust.vasp')
    .select([...facts, isSubsidiary.as('is_subsidiary'), sql<number>`count(*)::int`.as('count')])
    .where(matching({ ...search, filters: wordsOf(search), audience }))
    .groupBy([...facts, isSubsidiary])

/** How many companies share the same facts, whoever asks: one reading serves every filter by facts. */
export const countFacts = (tx: TrustTx, search: Search) =>
  groups(tx, search, { isInternal: true, own: [] }).execute()

/** The same of the companies that the reviewer gave a verdict on, as far as the audience may see them. */
export const countReviewed = (tx: TrustTx, search: Search, reviewer: string) =>
  groups(tx, search, search.audience)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('trust.review')
          .select(['reviewed_did', 'review_value'])
          .where('trust.review.vasp_did', '=', reviewer)
          .as('given'),
      (join) => join.onRef('given.reviewed_did', '=', 'trust.vasp.vasp_did'),
    )
    .select('review_value')
    .groupBy('review_value')
    .execute()

/** The audience's own companies that nobody else finds. */
export const countOwnHidden = (tx: TrustTx, search: Search) =>
  groups(tx, search, { isInternal: true, own: [] })
    .where('vasp_did', 'in', [...search.audience.own])
    .where('discoverable', '=', false)
    .execute()
