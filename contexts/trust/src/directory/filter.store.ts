import {
  asksOwnPeople,
  type DirectoryFilters,
  isListField,
  type JurisdictionStatus,
  type ProfileField,
  type ProfileFilter,
  profileFilters,
} from '@countersign/contracts/trust'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Audience } from '../audience.rules.ts'
import type { CountriesByStatus } from '../jurisdiction/index.ts'
import type { DB } from '../tables.gen.ts'
import { isBeginning, isSign, resembledWords, searchWords } from './search-words.rules.ts'

/** What a search is made of besides its order: who asks, for what, and what the statuses mean. */
export type Search = {
  readonly filters: DirectoryFilters
  readonly audience: Audience
  readonly countries: CountriesByStatus
  /** Names that resemble the words will do. */
  readonly roughly?: boolean
}

/** What of a search the index cannot tell. */
export type Words = Pick<DirectoryFilters, 'q' | 'emailDomain' | ProfileFilter> &
  Pick<Search, 'roughly'>

export const wordsOf = ({ filters, roughly }: Pick<Search, 'filters' | 'roughly'>): Words => {
  const words = ['q', 'emailDomain', ...statedNames] as const
  const asked = Object.fromEntries(words.map((name) => [name, filters[name]]))
  return { ...asked, ...(roughly && { roughly }) }
}

const statedNames = Object.keys(profileFilters) as ProfileFilter[]

type Eb = ExpressionBuilder<DB, 'trust.vasp'>
type Condition = RawBuilder<boolean>

const array = (values: readonly string[]) => sql<string[]>`${values}::text[]`

const pattern = (words: string) => sql`trust.pattern(${words})`

/** Names that begin with the words: they come first. */
export const beginsWith = (q: string): Condition => sql`sort_name like ${pattern(q)} || '%'`

/** All words of a search, in any order, whatever their case and accents. */
export const says = (q: string): Condition =>
  sql`(${sql.join([sql`true`, ...searchWords(q).map(contains)], sql` and `)})`

function contains(word: string): Condition {
  if (!isBeginning(word)) return sql`search_text like '%' || ${pattern(word)} || '%'`
  const begins = sql<boolean>`(search_text like ${pattern(word)} || '%' or search_text like '% ' || ${pattern(word)} || '%')`
  // Trigrams do not know signs.
  return !isSign(word)
    ? begins
    : sql`(${begins} and search_signs @> trust.signs_in(${pattern(word)}))`
}

/** Names that have a word like each longer one, and the short ones as they are. */
function resembles(q: string): Condition {
  const words = resembledWords(q)
  const others = searchWords(q).filter((word) => !words.includes(word))
  const some = sql<boolean>`vasp_did in (select trust.resembling(${array(words)}))`
  return sql`(${sql.join([some, ...others.map(contains)], sql` and `)})`
}

/** States this value of a field, in any case. Spelt as in the indexes of these fields. */
function states(field: ProfileField, value: string): Condition {
  const name = sql.lit(field)
  return isListField(field)
    ? sql`lower((profile -> ${name})::text)::jsonb ? ${value}`
    : sql`(profile ->> ${name} is not null and lower(profile ->> ${name}) = ${value})`
}

/** In some country of this status. A country that nobody described counts as not known. */
function inStatus(status: JurisdictionStatus, countries: CountriesByStatus): Condition {
  const listed = sql<boolean>`jurisdictions && ${array(countries.get(status) ?? [])}`
  if (status !== 'notAvailable') return listed
  const known = array([...countries.values()].flat())
  return sql`(${listed} or not jurisdictions <@ ${known} or jurisdictions = '{}')`
}

const inSomeStatus = (statuses: readonly JurisdictionStatus[], countries: CountriesByStatus) =>
  sql<boolean>`(${sql.join(
    statuses.map((status) => inStatus(status, countries)),
    sql` or `,
  )})`

const badges: Record<NonNullable<DirectoryFilters['badge']>, Condition> = {
  verified: sql`verification_status = 'VERIFIED'`,
  claimed: sql`has_admin`,
  in_network: sql`is_active_receiver`,
  super_vasp: sql`(verification_status = 'VERIFIED' and has_admin and is_active_receiver)`,
}

const listings: Record<NonNullable<DirectoryFilters['listingType']>, Condition | undefined> = {
  exclude_subsidiaries: sql`subsidiary_of is null`,
  exclude_gateways: sql`not exists (select from trust.vasp s where s.subsidiary_of = vasp.vasp_did)`,
  all: undefined,
}

function reviewed({ reviewedByVaspDID: by, reviewValue: values }: DirectoryFilters) {
  if (!by || !values?.length) return undefined
  const given = values.filter((value) => value !== 'NULL')
  const of = sql`select reviewed_did from trust.review where trust.review.vasp_did = ${by}`
  // As an array it is read once and leads to the rows; as a join it would be asked for each row.
  const some = sql<boolean>`vasp.vasp_did = any(array(${of} and review_value = any(${array(given)})))`
  if (!values.includes('NULL')) return some
  const none = sql<boolean>`vasp.vasp_did not in (${of})`
  return given.length > 0 ? sql<boolean>`(${some} or ${none})` : none
}

/** Whom an audience may see. */
export const seenBy = ({ own, isInternal }: Audience): Condition =>
  isInternal ? sql`true` : sql`(listed and (discoverable or ${isOwn(own)}))`

const isOwn = (own: readonly string[]): Condition => sql`vasp_did = any(${array(own)})`

/** All conditions of a search. */
export function matching({
  filters,
  audience,
  countries,
  roughly,
}: Search): (eb: Eb) => ReturnType<Eb['and']> {
  const { q, jurisdictions, badge, regulatoryStatus, hasAdmin, emailDomain } = filters
  const statuses = filters.filterByJurisdictionStatus ?? []
  const conditions: (Condition | false | '' | undefined)[] = [
    seenBy(audience),
    asksOwnPeople(filters) && !audience.isInternal && isOwn(audience.own),
    q && (roughly ? resembles(q) : says(q)),
    jurisdictions?.length ? sql`jurisdictions && ${array(jurisdictions)}` : undefined,
    badge && badges[badge],
    regulatoryStatus?.length ? sql`regulatory_status = any(${array(regulatoryStatus)})` : undefined,
    statuses.length > 0 && inSomeStatus(statuses, countries),
    reviewed(filters),
    hasAdmin !== undefined && sql`has_admin = ${hasAdmin}`,
    filters.includeActiveSendersOnly && sql`is_active_sender`,
    filters.includeActiveReceiversOnly && sql`is_active_receiver`,
    filters.includeUncheckedVASPs === false && sql`verification_status <> 'UNVERIFIED'`,
    emailDomain && sql`email_domains @> ${array([emailDomain])}`,
    ...statedNames.map((name) => filters[name] && states(profileFilters[name], filters[name])),
    listings[filters.listingType ?? 'exclude_subsidiaries'],
  ]
  return (eb) => eb.and(conditions.flatMap((condition) => condition || []))
}
