import type { Contract } from '../operation.ts'
import { ownInfo, viewer } from './person/index.ts'
import { invitation, request } from './request/index.ts'
import { team } from './team/index.ts'

/**
 * What `/api/countersignAuth/{path}` reaches: these, with the same rules as under `/api/auth/`. No path
 * is passed on; what is not listed is not there.
 */
export const countersignAuth = {
  viewer: { ...viewer.viewer, path: '/countersignAuth/viewer' },
  vaspUsers: { ...team.vaspUsers, path: '/countersignAuth/vaspUsers/{vaspDid}' },
  addUserToVasp: { ...invitation.addUserToVasp, path: '/countersignAuth/addusertovasp' },
  removeUserFromVasp: { ...team.removeUserFromVasp, path: '/countersignAuth/removeuserfromvasp' },
  newCustomer: { ...request.newCustomer, path: '/countersignAuth/customer' },
  updateUserInfo: { ...ownInfo.updateUserInfo, path: '/countersignAuth/userinfo/update' },
} as const satisfies Contract[string]
