import { api, operationQuery } from '../api/index.ts'

/** What the viewer has asked for: to join, to claim, to make a company. */
export const ownRequestsQuery = operationQuery(api.auth.listOwnRequests, {})

/** The invitations that wait for the viewer. */
export const ownInvitationsQuery = operationQuery(api.auth.listOwnInvitations, {})

/** The people of a company. */
export const teamQuery = (did: string) => operationQuery(api.auth.vaspUsers, { vaspDid: did })

/** The open invitations of a company. */
export const invitationsQuery = (did: string) =>
  operationQuery(api.auth.listInvitations, { vaspDid: did })

/** Who asks to join a company. */
export const joinRequestsQuery = (did: string) =>
  operationQuery(api.auth.listJoinRequests, { vaspDid: did })
