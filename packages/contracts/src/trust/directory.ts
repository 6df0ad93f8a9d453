import * as z from 'zod/mini'
import { Cursor, Did, ListOf, shownAs, WholeText } from '../common.ts'
import { jurisdictionStatuses } from './jurisdiction.ts'
import type { ProfileField, Visibility } from './profile.ts'
import { reviewValues } from './review.ts'
import {
  type FieldFor,
  fieldsFor,
  ListedVasp,
  PublicVasp,
  regulatoryStatuses,
  Vasp,
} from './vasp.ts'

/** The badge filters of the directory. */
export const badgeFilters = ['super_vasp', 'verified', 'in_network', 'claimed'] as const

/** Verdicts to filter by; `NULL` stands for companies without one. */
export const reviewFilters = [...reviewValues, 'NULL'] as const

const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
)
shownAs.set(flag, z.boolean())

/** What the directory can be ordered by: up to three keys. */
export const orderKeys = [
  'name',
  'createdAt',
  'updatedAt',
  'lastSentDate',
  'lastReceivedDate',
  'regulatoryStatus',
  'verificationStatus',
  'yearFounded',
] as const satisfies readonly FieldFor<'network'>[]

/** What somebody may order the directory by: what they may see. */
export const orderKeysFor = (reader: Visibility) =>
  orderKeys.filter((name) => name in fieldsFor(reader))

/** Names of fields to answer with; the DID and the name always come along. */
const fieldsOf = (names: readonly string[]) => z.optional(ListOf(z.enum(names, 'No such field')))

const Fields = fieldsOf(Object.keys(Vasp.shape))

/** What pages a reader may ask for: in orders, and of fields, that they may see. */
function pagingFor(reader: Visibility, Fields: ReturnType<typeof fieldsOf>) {
  const key = `(${orderKeysFor(reader).join('|')})(:(ASC|DESC))?(:NULLS (FIRST|LAST))?`
  const form = new RegExp(`^${key}(, ?${key}){0,2}$`)
  return {
    fields: Fields,
    /** Such as `regulatoryStatus:ASC:NULLS LAST,name`. */
    order: z.optional(
      z.string().check(z.maxLength(200), z.regex(form, 'Expected sort keys such as name:DESC')),
    ),
    /** Page number, for short lists; a cursor holds still while companies come and go. */
    page: z.optional(WholeText(1, 10_000)),
    /** Page size. */
    per_page: z._default(WholeText(1, 100), 25),
    /** Opaque place in the list, from `pagination.next` or `pagination.previous`. */
    cursor: z.optional(Cursor),
  }
}

/**
 * The filters that look for one value of a field that companies state of themselves, whole and in any case,
 * each with its field. A new one is a line here, and one in the dashboard if it is offered there.
 */
export const profileFilters = {
  asset: 'supportedAssets',
  chainalysisName: 'chainalysisName',
} as const satisfies Record<string, ProfileField>
export type ProfileFilter = keyof typeof profileFilters

const wholeValue = z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(120)))

/** The same for each of them. */
const forProfileFilters = <T>(make: (field: ProfileField) => T) =>
  Object.fromEntries(
    Object.entries(profileFilters).map(([name, field]) => [name, make(field)]),
  ) as Record<ProfileFilter, T>

/** What narrows the directory. Lists are comma-separated or repeated; any of their values will do. */
export const DirectoryFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  jurisdictions: z.optional(ListOf(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  badge: z.optional(z.enum(badgeFilters)),
  hasAdmin: z.optional(flag),
  regulatoryStatus: z.optional(ListOf(z.enum(regulatoryStatuses))),
  filterByJurisdictionStatus: z.optional(ListOf(z.enum(jurisdictionStatuses))),
  includeActiveReceiversOnly: z.optional(flag),
  /** `false` leaves out companies that the network has not looked at. */
  includeUncheckedVASPs: z.optional(flag),
  /** `all` lists subsidiaries too; gateways are companies that have subsidiaries. */
  listingType: z.optional(z.enum(['exclude_subsidiaries', 'exclude_gateways', 'all'])),
  /** Finds the caller's own companies alone; the network's operator finds every company. */
  emailDomain: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253))),
  ...forProfileFilters(() => wholeValue),
  includeActiveSendersOnly: z.optional(flag),
  /** The company whose verdicts are shown and filtered by; one of the caller's. */
  reviewedByVaspDID: z.optional(Did),
  reviewValue: z.optional(ListOf(z.enum(reviewFilters))),
})
export type DirectoryFilters = z.infer<typeof DirectoryFilters>

/** The fields that each filter reads: who may not see one may not filter by it either. */
const readBy = {
  q: ['did', 'name', 'legalName', 'otherNames', 'website', 'lei'],
  jurisdictions: ['jurisdictions'],
  badge: ['verificationStatus', 'hasAdmin', 'isActiveReceiver'],
  hasAdmin: ['hasAdmin'],
  regulatoryStatus: ['regulatoryStatus'],
  filterByJurisdictionStatus: ['jurisdictions'],
  includeActiveReceiversOnly: ['isActiveReceiver'],
  includeUncheckedVASPs: ['verificationStatus'],
  listingType: ['subsidiaryOf'],
  emailDomain: ['emailDomains'],
  ...forProfileFilters((field) => [field]),
  includeActiveSendersOnly: ['isActiveSender'],
  reviewedByVaspDID: ['review'],
  reviewValue: ['review'],
} as const satisfies Record<keyof DirectoryFilters, readonly FieldFor<'members'>[]>

/** The names of the filters that read nothing but what somebody may see. */
type FilterFor<Reader extends Visibility> = {
  [Name in keyof DirectoryFilters]-?: (typeof readBy)[Name][number] extends FieldFor<Reader>
    ? Name
    : never
}[keyof DirectoryFilters]

function filtersFor<Reader extends Visibility>(reader: Reader) {
  const seen = fieldsFor(reader)
  const names = Object.entries(readBy).filter(([, fields]) => fields.every((one) => one in seen))
  return Object.fromEntries(names.map(([name]) => [name, true])) as Record<FilterFor<Reader>, true>
}

const networkFilters = filtersFor('network')

/** Whether a search asks for what a company's own people alone may read of it. */
export const asksOwnPeople = (filters: DirectoryFilters): boolean =>
  Object.keys(readBy).some((name) => Reflect.get(filters, name) && !(name in networkFilters))

/** Filters, order and page of a directory search. */
export const DirectoryQuery = z.extend(DirectoryFilters, {
  ...pagingFor('network', Fields),
  showJurisdictionStatus: z.optional(flag),
})
export type DirectoryQuery = z.infer<typeof DirectoryQuery>

/** The same without what only members may ask. */
export const PublicDirectoryQuery = z.extend(
  z.pick(DirectoryFilters, filtersFor('public')),
  pagingFor('public', fieldsOf(Object.keys(PublicVasp.shape))),
)
export type PublicDirectoryQuery = z.infer<typeof PublicDirectoryQuery>

/** What to show of one company. */
export const VaspQuery = z.object({
  fields: Fields,
  reviewedByVaspDID: z.optional(Did),
  showJurisdictionStatus: z.optional(flag),
  includeSubsidiaries: z.optional(flag),
})
export type VaspQuery = z.infer<typeof VaspQuery>

/**
 * Answers that `fields` may cut down. Typed whole, as they are without `fields`: nobody who asks for
 * three fields reads a fourth.
 */
const cut = <T extends z.ZodMiniObject>(whole: T): T =>
  z.union([whole, z.partial(whole)]) as unknown as T

/** A company, or the fields of it that were asked for. */
export const AskedVasp = cut(Vasp)

const Pagination = z.object({
  per_page: z.int(),
  /** Present where pages are numbered. */
  page: z.optional(z.int()),
  order: z.optional(z.string()),
  /** How many companies match, all pages together. */
  total: z.int(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
})

/** A page of the directory for members of the network. */
export const DirectoryPage = z.object({ vasps: z.array(cut(ListedVasp)), pagination: Pagination })

/** A page of the directory for anyone. */
export const PublicDirectoryPage = z.object({
  vasps: z.array(cut(PublicVasp)),
  pagination: Pagination,
})

const counts = z.record(z.string(), z.int())

/** How many companies each further choice of a filter would leave, the other filters kept. */
export const DirectoryFacets = z.object({
  total: z.int(),
  jurisdictions: counts,
  badge: counts,
  regulatoryStatus: counts,
  jurisdictionStatus: counts,
  /** Present with `reviewedByVaspDID`. */
  reviewValue: z.optional(counts),
})
export type DirectoryFacets = z.infer<typeof DirectoryFacets>

/** The three groups of a user's companies: to work for, to ask to join, to claim. */
export const userVaspGroups = ['loginable', 'joinable', 'claimable'] as const

/** Words and place of a look at one's companies. A cursor belongs to one group. */
export const UserVaspQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** Only this group; the others stay empty. */
  group: z.optional(z.enum(userVaspGroups)),
  /** Companies of each group. */
  per_page: z._default(WholeText(1, 100), 100),
  /** Opaque place in the group, from `next`. */
  cursor: z.optional(Cursor),
})
export type UserVaspQuery = z.infer<typeof UserVaspQuery>

/** A user's companies: to work for, to ask to join, to claim; each by name. */
export const UserVaspList = z.object({
  loginable: z.array(PublicVasp),
  joinable: z.array(PublicVasp),
  claimable: z.array(PublicVasp),
  /** Where each group goes on. */
  next: z.object({
    loginable: z.nullable(z.string()),
    joinable: z.nullable(z.string()),
    claimable: z.nullable(z.string()),
  }),
})
export type UserVaspList = z.infer<typeof UserVaspList>

/** A field with who asserted it and since when, newest first. */
export const ProfileHistory = z.object({
  did: Did,
  fields: z.array(
    z.object({
      fieldName: z.string(),
      values: z.array(
        z.object({
          value: z.unknown(),
          issuer: z.string(),
          issuanceDate: z.iso.datetime(),
          expirationDate: z.nullable(z.iso.datetime()),
        }),
      ),
    }),
  ),
})
export type ProfileHistory = z.infer<typeof ProfileHistory>
