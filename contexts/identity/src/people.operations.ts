import type { Contract } from '@countersign/contracts'
import type { observing, people, requests, sessions } from '@countersign/contracts/identity'
import type { Handlers } from '@countersign/kit/serve'
import type { Caller } from './gate.ts'
import {
  addUser,
  answerInvitation,
  cancelInvitation,
  claimCompany,
  decide,
  listClaimRequests,
  listInvitations,
  listJoinRequests,
  listOwnInvitations,
  listOwnRequests,
  newCustomer,
  requestToJoin,
  resendInvitation,
  withdrawRequest,
} from './request/index.ts'
import {
  listSessions,
  type ObservingDeps,
  revokeSessions,
  type SessionDeps,
  startObserving,
  stopObserving,
  switchCompany,
} from './session/index.ts'
import {
  changeRoles,
  leave,
  listTeam,
  removeUser,
  searchUsers,
  type TeamDeps,
  updateOwnInfo,
} from './team/index.ts'

type Part<G extends Contract[string]> = Handlers<{ auth: G }, Caller>['auth']

/** The people of a company, and what a person says of themselves. */
export const peopleHandlers = (deps: TeamDeps): Part<typeof people> => ({
  vaspUsers: (caller, { vaspDid }) => listTeam(deps, caller, vaspDid),
  addUserToVasp: (caller, { body }) => addUser(deps, caller, body),
  removeUserFromVasp: (caller, { body }) => removeUser(deps, caller, body),
  changeRoles: (caller, { body }) => changeRoles(deps, caller, body),
  leaveVasp: (caller, { body }) => leave(deps, caller, body.vaspDID),
  listInvitations: (caller, { vaspDid }) => listInvitations(deps, caller, vaspDid),
  resendInvitation: (caller, { vaspDid, invitationId }) =>
    resendInvitation(deps, caller, vaspDid, invitationId),
  cancelInvitation: (caller, { vaspDid, invitationId }) =>
    cancelInvitation(deps, caller, vaspDid, invitationId),
  listOwnInvitations: (caller) => listOwnInvitations(deps, caller),
  answerInvitation: (caller, { body, ...path }) =>
    answerInvitation(deps, caller, path, body.answer),
  updateUserInfo: (caller, { body }) => updateOwnInfo(deps, caller, body),
  findUsers: (caller, { query }) => searchUsers(deps, caller, query),
})

/** Joining, claiming and making companies. */
export const requestHandlers = (deps: TeamDeps): Part<typeof requests> => ({
  requestToJoin: (caller, { body }) => requestToJoin(deps, caller, body),
  claimCompany: (caller, { body }) => claimCompany(deps, caller, body),
  newCustomer: (caller, { body }) => newCustomer(deps, caller, body),
  listOwnRequests: (caller) => listOwnRequests(deps, caller),
  withdrawRequest: (caller, { requestId }) => withdrawRequest(deps, caller, requestId),
  listJoinRequests: (caller, { vaspDid }) => listJoinRequests(deps, caller, vaspDid),
  decideJoinRequest: (caller, { body, ...path }) =>
    decide(deps, caller, ['join'], { ...path, ...body }),
  listClaimRequests: (caller) => listClaimRequests(deps, caller),
  decideClaimRequest: (caller, { body, ...path }) =>
    decide(deps, caller, ['claim', 'create'], { ...path, ...body }),
})

/** The viewer's own sessions. */
export const sessionHandlers = (deps: SessionDeps): Part<typeof sessions> => ({
  listSessions: (caller) => listSessions(deps, caller),
  revokeSession: async (caller, { sessionId }) => {
    await revokeSessions(deps, caller, { id: sessionId })
  },
  revokeOtherSessions: async (caller) => ({
    revoked: await revokeSessions(deps, caller, 'others'),
  }),
  switchCompany: async (caller) => {
    await switchCompany(deps, caller)
  },
})

/** Looking into a company as an operator. */
export const observingHandlers = (deps: ObservingDeps): Part<typeof observing> => ({
  startObserving: (caller, { body }) => startObserving(deps, caller, body),
  stopObserving: (caller) => stopObserving(deps, caller),
})
