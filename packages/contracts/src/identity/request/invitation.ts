import * as z from 'zod/mini'
import { Did, deceptive, Instant } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'
import { CompanyRole } from '../team/index.ts'

/** An email address as people type it; compared without regard to case. */
export const Email = z.string().check(
  z.trim(),
  z.maxLength(254),
  // What the sign-in accepts: an address that could never sign in is of no use to invite.
  z.regex(/^[^\s@]{1,64}@[^\s@]{1,189}$/, 'Expected an email address'),
  z.refine((email) => !deceptive.test(email), 'Expected an email address'),
)

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

/** Whom somebody invites, and as what. */
export const InviteIn = z.strictObject({ vaspDID: Did, email: Email, role: CompanyRole })

/** Inviting people to a company. Part of the group `auth`. */
export const invitation = {
  addUserToVasp: {
    method: 'POST',
    path: '/auth/addusertovasp',
    summary: 'Invite a person by email address; they join the company once they accept',
    access: canIn('auth.addUserToVASP', 'vaspDID'),
    body: InviteIn,
    returns: {
      200: z.object({
        /** The same for everybody: it does not tell who has an account. */
        status: z.literal('invited'),
        /** Set when the address is at another domain than the company's. */
        warning: z.nullable(z.string()),
      }),
    },
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
} as const satisfies Contract[string]
