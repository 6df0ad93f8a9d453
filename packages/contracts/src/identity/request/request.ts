import * as z from 'zod/mini'
import { Did, Instant, Line } from '../../common.ts'
import type { Contract } from '../../operation.ts'
import { isLei, isoCountries, serviceTypes } from '../../trust/index.ts'
import { CompanyRole } from '../team/index.ts'
import { Note } from './note.ts'

/**
 * What a person asks for: `join` a company that has an admin, `claim` one that has none, or run one
 * that they have just made (`create`).
 */
export const requestKinds = ['join', 'claim', 'create'] as const

/** The states of a request. All but the first are final. */
export const requestStates = ['pending', 'approved', 'declined', 'withdrawn'] as const

/** What can become of a request: action → from, to. Who may is the operation's business. */
export const requestMoves = {
  approve: { from: 'pending', to: 'approved' },
  decline: { from: 'pending', to: 'declined' },
  withdraw: { from: 'pending', to: 'withdrawn' },
} as const satisfies {
  readonly [action: string]: {
    readonly from: (typeof requestStates)[number]
    readonly to: (typeof requestStates)[number]
  }
}

/** One's own request, with what became of it. */
export const OwnRequest = z.object({
  id: z.string(),
  vaspDID: Did,
  kind: z.enum(requestKinds),
  role: CompanyRole,
  state: z.enum(requestStates),
  note: z.nullable(z.string()),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
})
export type OwnRequest = z.infer<typeof OwnRequest>

/** The terms of the network that are in force; the audit log keeps which were accepted. */
export const termsVersion = '2026-11'

const country = () =>
  z.string().check(
    z.regex(/^[A-Z]{2}$/, 'Enter a two-letter country code such as SG'),
    z.refine((code) => isoCountries.includes(code), 'There is no country with this code'),
  )

/** The company that somebody makes in the wizard. The network gives it its DID. */
export const NewCompany = z.strictObject({
  name: Line(120),
  website: z
    .string()
    .check(
      z.trim(),
      z.maxLength(2048),
      z.regex(/^https?:\/\/[^\s]+$/, 'Enter an address that starts with http:// or https://'),
    ),
  legalName: z.optional(Line(256)),
  lei: z.optional(
    z
      .string()
      .check(z.refine(isLei, 'This is not a valid LEI (20 characters, wrong check digits)')),
  ),
  jurisdictions: z.optional(z.array(country()).check(z.minLength(1), z.maxLength(60))),
  division: z.optional(
    z.string().check(
      z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Enter a code such as US-NY'),
      z.refine(
        (code) => isoCountries.includes(code.slice(0, 2)),
        'The first two letters aren’t a country code',
      ),
    ),
  ),
  incorporationCountry: z.optional(country()),
  businessNumber: z.optional(Line(64)),
  serviceTypes: z.optional(
    z.array(z.enum(serviceTypes)).check(z.minLength(1), z.maxLength(serviceTypes.length)),
  ),
  description: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))),
  note: Note,
  /** Whether the directory lists it from the start; it does unless told otherwise. */
  vaspDiscoverability: z.optional(z.boolean()),
  /** The terms that the maker has accepted. */
  terms: z.optional(z.literal(termsVersion)),
})
export type NewCompany = z.infer<typeof NewCompany>

/** What somebody asks for who would join a company. */
export const JoinIn = z.strictObject({ vaspDID: Did, role: CompanyRole, note: Note })

/** Asking to join, claim or create a company. Part of the group `auth`. */
export const request = {
  requestToJoin: {
    method: 'POST',
    path: '/auth/joinrequests',
    summary: 'Ask to join a company; requires an address at its domain',
    access: 'viewer',
    body: JoinIn,
    returns: { 200: OwnRequest },
  },
  claimCompany: {
    method: 'POST',
    path: '/auth/claimrequests',
    summary: 'Ask to become a company’s first admin; requires an address at its domain',
    access: 'viewer',
    body: z.strictObject({ vaspDID: Did, note: Note }),
    returns: { 200: OwnRequest },
  },
  newCustomer: {
    method: 'POST',
    path: '/auth/customer',
    summary:
      'Create a company. Its creator becomes its admin immediately if their address is at its domain, otherwise after approval',
    access: 'viewer',
    body: NewCompany,
    returns: { 200: z.object({ did: Did, state: z.enum(['approved', 'pending']) }) },
  },
  listOwnRequests: {
    method: 'GET',
    path: '/auth/requests',
    summary: 'List the viewer’s requests, newest first',
    access: 'viewer',
    returns: { 200: z.object({ requests: z.array(OwnRequest) }) },
  },
  withdrawRequest: {
    method: 'DELETE',
    path: '/auth/requests/{requestId}',
    summary: 'Withdraw one’s own pending request',
    access: 'viewer',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
