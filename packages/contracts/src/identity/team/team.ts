import * as z from 'zod/mini'
import { Cursor, Did, Instant, WholeText } from '../../common.ts'
import { type Contract, can, canIn } from '../../operation.ts'
import type { MachineRole, ObserverRole, Role } from '../../role.ts'

/** The roles that somebody can hold in a company, highest first. */
export const companyRoles = [
  'admin',
  'compliance_officer',
  'compliance_agent',
  'developer',
  'billing_customer_admin',
  'viewer',
] as const satisfies readonly Role[]

/** A role in a company. */
export const CompanyRole = z.enum(companyRoles)
export type CompanyRole = z.infer<typeof CompanyRole>

/** Whether one role is at least another, by the order of {@link companyRoles}. */
export const isAtLeast = (role: CompanyRole, other: CompanyRole): boolean =>
  companyRoles.indexOf(role) <= companyRoles.indexOf(other)

/** A person of a company, as their colleagues see them. */
export const TeamMember = z.object({
  did: Did,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  roles: z.array(CompanyRole),
  /** Since when in this company. */
  since: Instant,
  lastSeenAt: Instant,
})
export type TeamMember = z.infer<typeof TeamMember>

/** A user as the internal admin finds them. */
export const FoundUser = z.object({
  did: Did,
  name: z.string(),
  email: z.string(),
  isCountersignAdmin: z.boolean(),
  lastSeenAt: Instant,
  roles: z.array(z.object({ vaspDID: Did, role: CompanyRole })),
})
export type FoundUser = z.infer<typeof FoundUser>

const member = { vaspDID: Did, userDID: Did }

/** The people of a company and their roles. Part of the group `auth`. */
export const team = {
  vaspUsers: {
    method: 'GET',
    path: '/auth/vaspUsers/{vaspDid}',
    summary: 'List a company’s members with their roles, by name',
    access: canIn('auth.vaspUsers', 'vaspDid'),
    returns: { 200: z.object({ users: z.array(TeamMember), emailDomains: z.array(z.string()) }) },
  },
  removeUserFromVasp: {
    method: 'POST',
    path: '/auth/removeuserfromvasp',
    summary: 'Remove a member; takes effect immediately, including open sessions',
    access: canIn('auth.removeUserFromVASP', 'vaspDID'),
    body: z.strictObject(member),
    returns: { 204: null },
  },
  changeRoles: {
    method: 'POST',
    path: '/auth/changeroles',
    summary: 'Replace a member’s roles',
    access: canIn('auth.addUserToVASP', 'vaspDID'),
    body: z.strictObject({
      ...member,
      roles: z.array(CompanyRole).check(z.minLength(1), z.maxLength(companyRoles.length)),
    }),
    returns: { 200: TeamMember },
  },
  leaveVasp: {
    method: 'POST',
    path: '/auth/leavevasp',
    summary: 'Leave a company; the last admin cannot',
    access: 'viewer',
    body: z.strictObject({ vaspDID: Did }),
    returns: { 204: null },
  },
  findUsers: {
    method: 'GET',
    path: '/auth/users',
    limit: 'search',
    summary: 'Find users of all companies by name, email address or DID; internal admins only',
    access: can('trustframework.tfUpdate'),
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      per_page: z._default(WholeText(1, 100), 25),
      cursor: z.optional(Cursor),
    }),
    returns: { 200: z.object({ users: z.array(FoundUser), next: z.nullable(z.string()) }) },
  },
} as const satisfies Contract[string]

/** Every role in words, the internal admin's and those of machines and of operators too. */
export const roleNames: { readonly [R in Role | MachineRole | ObserverRole]: string } = {
  admin: 'Admin',
  compliance_officer: 'Compliance officer',
  compliance_agent: 'Compliance agent',
  developer: 'Developer',
  billing_customer_admin: 'Billing admin',
  viewer: 'Viewer',
  'Countersign Admin': 'Internal admin',
  client: 'API client',
  limited_client: 'Limited API client',
  observer: 'Operator (view only)',
}

/** What each role is for, in a few words. */
export const roleDescriptions: { readonly [R in CompanyRole]: string } = {
  admin: 'Full access, including members, credentials and billing',
  compliance_officer: 'Decides on transfers and reviews; manages the profile and rules',
  compliance_agent: 'Handles transfers day to day',
  developer: 'API credentials, webhooks and address lists',
  billing_customer_admin: 'Plan, invoices and payment',
  viewer: 'Read-only access',
}
