export { decision } from './decision.operations.ts'
export { invitation } from './invitation.operations.ts'
export { endInvitation, saveInvitation } from './invitation.store.ts'
export { request } from './request.operations.ts'
export {
  addRequest,
  findJoinRequests,
  hasPeopleWaiting,
  settleJoinRequests,
} from './request.store.ts'
