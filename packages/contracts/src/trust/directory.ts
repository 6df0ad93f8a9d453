import * as z from 'zod/mini'
import { Did } from '../common.ts'
import { ListedVasp, PublicVasp, regulatoryStatuses } from './vasp.ts'

/** The badge filters of the directory. */
export const badgeFilters = ['super_vasp', 'verified', 'in_network', 'claimed'] as const

const list = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value) =>
        [value]
          .flat()
          .flatMap((part) => part.split(','))
          .filter(Boolean),
      ),
    ),
    z.array(item).check(z.maxLength(60)),
  )

/** Filters, order and page of a directory search. Lists are comma-separated or repeated. */
export const DirectoryQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  jurisdictions: z.optional(list(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  badge: z.optional(z.enum(badgeFilters)),
  regulatoryStatus: z.optional(z.enum(regulatoryStatuses)),
  /** `all` lists subsidiaries too. */
  listingType: z.optional(z.enum(['exclude_subsidiaries', 'all'])),
  /** Page size. */
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  /** Opaque place in the list, from `pagination.next` or `pagination.previous`. */
  cursor: z.optional(z.string().check(z.maxLength(600))),
})
export type DirectoryQuery = z.infer<typeof DirectoryQuery>

const Pagination = z.object({
  per_page: z.int(),
  /** How many companies match, all pages together. */
  total: z.int(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
})

/** A page of the directory for members of the network. */
export const DirectoryPage = z.object({ vasps: z.array(ListedVasp), pagination: Pagination })

/** A page of the directory for anyone. */
export const PublicDirectoryPage = z.object({ vasps: z.array(PublicVasp), pagination: Pagination })

/** The three groups of a user's companies: to work for, to ask to join, to claim. */
export const userVaspGroups = ['loginable', 'joinable', 'claimable'] as const

/** Words and place of a look at one's companies. A cursor belongs to one group. */
export const UserVaspQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** Only this group; the others stay empty. */
  group: z.optional(z.enum(userVaspGroups)),
  /** Companies of each group. */
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 100),
  /** Opaque place in the group, from `next`. */
  cursor: z.optional(z.string().check(z.maxLength(600))),
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
