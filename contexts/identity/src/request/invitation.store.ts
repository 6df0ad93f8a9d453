import { id } from '@countersign/kit/ids'
import type { IdentityTx } from '../tables.ts'

const columns = [
  'id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'sent_at',
  'expires_at',
] as const

/** The open invitations of a company, the newest first. */
export const findInvitations = (tx: IdentityTx, did: string) =>
  tx
    .selectFrom('identity.invitation')
    .select(columns)
    .where('vasp_did', '=', did)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

/** Makes an invitation, or changes the open one of this address. */
export const saveInvitation = (
  tx: IdentityTx,
  did: string,
  invitation: { email: string; role: string; invitedBy: string; at: Date; expiresAt: Date },
) =>
  tx
    .insertInto('identity.invitation')
    .values({
      vasp_did: did,
      id: id('inv', invitation.at.getTime()),
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      created_at: invitation.at,
      sent_at: invitation.at,
      expires_at: invitation.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['vasp_did', 'email']).where('ended_at', 'is', null).doUpdateSet({
        role: invitation.role,
        invited_by: invitation.invitedBy,
        sent_at: invitation.at,
        expires_at: invitation.expiresAt,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Notes that an open invitation was sent again. */
export const renewInvitation = (
  tx: IdentityTx,
  did: string,
  invitationId: string,
  at: Date,
  expiresAt: Date,
) =>
  tx
    .updateTable('identity.invitation')
    .set({ sent_at: at, expires_at: expiresAt })
    .where('vasp_did', '=', did)
    .where('id', '=', invitationId)
    .where('ended_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Ends the open invitation of an address, whose owner is in by another way. */
export const endInvitationOf = (tx: IdentityTx, did: string, email: string, at: Date) =>
  tx
    .updateTable('identity.invitation')
    .set({ ended_at: at })
    .where('vasp_did', '=', did)
    .where('email', '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .execute()

/** Ends an open invitation: taken back, declined, or accepted by this user. @returns it, if it was open */
export const endInvitation = (
  tx: IdentityTx,
  did: string,
  invitationId: string,
  at: Date,
  acceptedBy: string | null,
) =>
  tx
    .updateTable('identity.invitation')
    .set({ ended_at: at, accepted_by: acceptedBy })
    .where('vasp_did', '=', did)
    .where('id', '=', invitationId)
    .where('ended_at', 'is', null)
    .$if(acceptedBy !== null, (query) => query.where('expires_at', '>', at))
    .returning(['id', 'role'])
    .executeTakeFirst()

/** The open invitations to this person's address. Needs a transaction as this person. */
export const findOwnInvitations = (tx: IdentityTx, at: Date) =>
  tx
    .selectFrom('identity.invitation')
    .select(['vasp_did', 'id', 'role', 'created_at', 'expires_at'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('vasp_did')
    .orderBy('id')
    .limit(100)
    .execute()
