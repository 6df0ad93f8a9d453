export { decide, listClaimRequests, listJoinRequests } from './decision.operations.ts'
export {
  addUser,
  answerInvitation,
  cancelInvitation,
  listInvitations,
  listOwnInvitations,
  resendInvitation,
} from './invitation.operations.ts'
export { endInvitation, saveInvitation } from './invitation.store.ts'
export {
  claimCompany,
  listOwnRequests,
  newCustomer,
  requestToJoin,
  withdrawRequest,
} from './request.operations.ts'
export {
  addRequest,
  findJoinRequests,
  hasPeopleWaiting,
  settleJoinRequests,
} from './request.store.ts'
