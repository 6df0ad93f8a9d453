import * as z from 'zod/mini'
import type { MachineRole, ObserverRole, Role } from '../../access.ts'
import { Cursor, Did, deceptive, Instant, Line, WholeText } from '../../common.ts'
import { type Contract, can, canIn } from '../../operation.ts'

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

/** An email address as people type it; compared without regard to case. */
export const Email = z.string().check(
  z.trim(),
  z.maxLength(254),
  // What the sign-in accepts: an address that could never sign in is of no use to invite.
  z.regex(/^[^\s@]{1,64}@[^\s@]{1,189}$/, 'Expected an email address'),
  z.refine((email) => !deceptive.test(email), 'Expected an email address'),
)

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

/** An invitation that waits for the person to sign in with this very address. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: CompanyRole,
  /** The DID of who invited. */
  invitedBy: z.string(),
  createdAt: Instant,
  sentAt: Instant,
  expiresAt: Instant,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation to the viewer's own address. */
export const OwnInvitation = z.object({
  id: z.string(),
  vaspDID: Did,
  vaspName: z.string(),
  role: CompanyRole,
  createdAt: Instant,
  expiresAt: Instant,
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

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

/** What a person may say of themselves; null goes back to what the identity provider says, or to nothing. */
export const UserInfo = z.strictObject({
  name: z.optional(z.nullable(Line(120))),
  phone: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.regex(/^ *\+?[0-9(][0-9 ()/.-]{3,28}[0-9)] *$/, 'Expected a phone number'),
          z.trim(),
        ),
    ),
  ),
  jobTitle: z.optional(z.nullable(Line(120))),
})
export type UserInfo = z.infer<typeof UserInfo>

/** The people of a company and their roles. Part of the group `auth`. */
export const people = {
  vaspUsers: {
    method: 'GET',
    path: '/auth/vaspUsers/{vaspDid}',
    summary: 'List a company’s members with their roles, by name',
    access: canIn('auth.vaspUsers', 'vaspDid'),
    returns: { 200: z.object({ users: z.array(TeamMember), emailDomains: z.array(z.string()) }) },
  },
  addUserToVasp: {
    method: 'POST',
    path: '/auth/addusertovasp',
    summary: 'Invite a person by email address; they join the company once they accept',
    access: canIn('auth.addUserToVASP', 'vaspDID'),
    body: z.strictObject({ vaspDID: Did, email: Email, role: CompanyRole }),
    returns: {
      200: z.object({
        /** The same for everybody: it does not tell who has an account. */
        status: z.literal('invited'),
        /** Set when the address is at another domain than the company's. */
        warning: z.nullable(z.string()),
      }),
    },
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
  listInvitations: {
    method: 'GET',
    path: '/auth/invitations/{vaspDid}',
    summary: 'List pending invitations, newest first',
    access: canIn('auth.addUserToVASP', 'vaspDid'),
    returns: { 200: z.object({ invitations: z.array(Invitation) }) },
  },
  resendInvitation: {
    method: 'POST',
    path: '/auth/invitations/{vaspDid}/{invitationId}/resend',
    summary: 'Resend an invitation; it is valid for another 14 days',
    access: canIn('auth.addUserToVASP', 'vaspDid'),
    returns: { 200: Invitation },
  },
  cancelInvitation: {
    method: 'DELETE',
    path: '/auth/invitations/{vaspDid}/{invitationId}',
    summary: 'Withdraw an invitation',
    access: canIn('auth.removeUserFromVASP', 'vaspDid'),
    returns: { 204: null },
  },
  listOwnInvitations: {
    method: 'GET',
    path: '/auth/invitations',
    summary: 'List the viewer’s pending invitations',
    access: 'viewer',
    returns: { 200: z.object({ invitations: z.array(OwnInvitation) }) },
  },
  answerInvitation: {
    method: 'POST',
    path: '/auth/invitations/{vaspDid}/{invitationId}/answer',
    summary: 'Accept or decline an invitation to the viewer’s address',
    access: 'viewer',
    body: z.strictObject({ answer: z.enum(['accept', 'decline']) }),
    returns: { 204: null },
  },
  updateUserInfo: {
    method: 'POST',
    path: '/auth/userinfo/update',
    summary: 'Update one’s own profile',
    access: 'viewer',
    body: UserInfo,
    returns: {
      200: z.object({
        name: z.string(),
        phone: z.nullable(z.string()),
        jobTitle: z.nullable(z.string()),
      }),
    },
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
