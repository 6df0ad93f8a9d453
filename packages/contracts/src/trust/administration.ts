import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, WholeText } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import { listings } from './standing.ts'
import { ListedVasp, regulatoryStatuses, Vasp, verificationStatuses } from './vasp.ts'

/** A company as the network's operator sees it. */
export const AdministeredVasp = z.object({
  vasp: ListedVasp,
  enabled: z.boolean(),
  /** Whether the directory may show it. */
  listing: z.enum(listings),
  /** The company that a merged one leads to. */
  redirectDID: z.nullable(Did),
  emailDomains: z.array(z.string()),
  verificationExpiresAt: z.nullable(Instant),
  createdAt: Instant,
})
export type AdministeredVasp = z.infer<typeof AdministeredVasp>

const domain = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'Enter a domain such as acme.com'),
  )

/** What the network, not the company, states of a company. */
export const NetworkUpdate = z.strictObject({
  regulatoryStatus: z.optional(z.nullable(z.enum(regulatoryStatuses))),
  isActiveReceiver: z.optional(z.boolean()),
  isNotifiable: z.optional(z.boolean()),
  protocols: z.optional(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))).check(z.maxLength(20)),
  ),
  emailDomains: z.optional(z.array(domain).check(z.maxLength(20))),
})
export type NetworkUpdate = z.infer<typeof NetworkUpdate>

/** A change of what the network states. */
export const StatementIn = z.strictObject({
  fields: NetworkUpdate,
  /** Why, for the counterparties of a company that is no longer regulated. */
  reason: z.optional(Line(500)),
})

/** The issuer of what the network states. */
export const networkIssuer = 'network'

/** Companies as the network's operator keeps them. Base path `/api`. */
export const administration = {
  list: {
    method: 'GET',
    path: '/tf/administration/vasps',
    limit: 'search',
    summary: 'List all companies by name, with network-only fields',
    access: can('trustframework.tfUpdate'),
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      verificationStatus: z.optional(z.enum(verificationStatuses)),
      enabled: z.optional(z.enum(['true', 'false'])),
      listing: z.optional(z.enum(listings)),
      per_page: z._default(WholeText(1, 100), 25),
      cursor: z.optional(Cursor),
    }),
    returns: {
      200: z.object({
        companies: z.array(AdministeredVasp),
        total: z.int(),
        next: z.nullable(z.string()),
      }),
    },
  },
  get: {
    method: 'GET',
    path: '/tf/administration/vasps/{did}',
    summary: 'Get one company with network-only fields',
    access: canIn('trustframework.tfUpdate', 'did'),
    returns: { 200: AdministeredVasp },
  },
  update: {
    method: 'POST',
    path: '/tf/administration/vasps/{did}',
    summary: 'Update a company’s network-stated fields; unchanged values are ignored',
    access: canIn('trustframework.tfUpdate', 'did'),
    body: StatementIn,
    returns: { 200: Vasp },
  },
} as const satisfies Contract[string]
