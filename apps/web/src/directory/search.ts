import {
  badgeFilters,
  type DirectoryFilters,
  jurisdictionStatuses,
  orderKeysFor,
  type ProfileFilter,
  regulatoryStatuses,
  reviewFilters,
} from '@countersign/contracts/trust'
import * as z from 'zod/mini'
import { filtersOf, type ViewFilters } from './view-filters.ts'

/** The orders that the directory offers, as the API spells them. */
export const directoryOrders = ['updatedAt:DESC', 'name:DESC', 'regulatoryStatus:ASC,name'] as const

const publicKeys: readonly string[] = orderKeysFor('public')

/** The filters available to a user; without an account, only those on public fields. */
export const ordersFor = (signedIn: boolean) =>
  directoryOrders.filter(
    (order) =>
      signedIn || order.split(',').every((key) => publicKeys.includes(key.split(':')[0] ?? '')),
  )

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

/** The filters by what a company states of itself that the directory offers. */
export const statedFilters = {
  asset: { label: 'Asset', any: 'Any asset', chip: 'Lists' },
} as const satisfies Partial<Record<ProfileFilter, Record<'label' | 'any' | 'chip', string>>>
export type StatedFilter = keyof typeof statedFilters
export const statedNames = Object.keys(statedFilters) as StatedFilter[]

const forStated = <T>(value: T) =>
  Object.fromEntries(statedNames.map((name) => [name, value])) as Record<StatedFilter, T>

/** The directory's filters and place, as they stand in its address. A wrong one counts as absent. */
export const DirectorySearch = z.object({
  q: maybe(z.string()),
  country: maybe(z.string().check(z.regex(/^[A-Z]{2}$/))),
  badge: maybe(z.enum(badgeFilters)),
  status: maybe(z.enum(regulatoryStatuses)),
  /** How far the Travel Rule applies where the company operates. */
  rule: maybe(z.enum(jurisdictionStatuses)),
  review: maybe(z.enum(reviewFilters)),
  activity: maybe(z.enum(['sends', 'receives'])),
  ...forStated(maybe(z.string().check(z.maxLength(120)))),
  order: maybe(z.enum(directoryOrders)),
  view: maybe(z.enum(['cards'])),
  /** Columns that are left out, by id. */
  hide: maybe(z.string().check(z.regex(/^[a-z,]{1,60}$/))),
  /** The company that is open beside the list. */
  peek: maybe(z.string()),
  cursor: maybe(z.string()),
})
export type DirectorySearch = z.infer<typeof DirectorySearch>

/** Puts changes of the filters into the address. */
export type ChangeSearch = (changes: Partial<DirectorySearch>) => void

/** No filter at all. */
export const noFilters = {
  q: undefined,
  country: undefined,
  badge: undefined,
  status: undefined,
  rule: undefined,
  review: undefined,
  activity: undefined,
  ...forStated(undefined),
} satisfies Partial<DirectorySearch>

/** The list as it is without any choice. */
export const noView = {
  ...noFilters,
  order: undefined,
  view: undefined,
  hide: undefined,
} satisfies Partial<DirectorySearch>

/** The ids of the columns that are left out. */
export const hiddenOf = ({ hide }: DirectorySearch): string[] => hide?.split(',') ?? []

/** What a saved view keeps of a search: all but the place in it. */
export function viewOf(search: DirectorySearch): ViewFilters {
  const { peek: _, cursor: __, ...kept } = search
  return filtersOf(kept)
}

/** The filters that need no account, as the API takes them. */
export const publicFilters = ({ country, badge, status }: DirectorySearch, words?: string) => ({
  ...(words && { q: words }),
  ...(country && { jurisdictions: country }),
  ...(badge && { badge }),
  ...(status && { regulatoryStatus: status }),
  listingType: 'all' as const,
})

/** All filters for a member of this company. */
export const memberFilters = (
  search: DirectorySearch,
  company: string | null,
  words?: string,
): z.input<typeof DirectoryFilters> => ({
  ...publicFilters(search, words),
  ...(search.rule && { filterByJurisdictionStatus: search.rule }),
  ...(search.activity === 'sends' && { includeActiveSendersOnly: true }),
  ...(search.activity === 'receives' && { includeActiveReceiversOnly: true }),
  ...Object.fromEntries(
    statedNames.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ),
  ...(company && { reviewedByVaspDID: company }),
  ...(company && search.review && { reviewValue: search.review }),
})
