import type { Contract } from '../operation.ts'
import { viewerOperation } from './person/index.ts'
import { requests } from './request/index.ts'
import { people } from './team/index.ts'

/**
 * What `/api/countersignAuth/{path}` reaches: these, with the same rules as under `/api/auth/`. No path
 * is passed on; what is not listed is not there.
 */
export const countersignAuth = {
  viewer: { ...viewerOperation, path: '/countersignAuth/viewer' },
  vaspUsers: { ...people.vaspUsers, path: '/countersignAuth/vaspUsers/{vaspDid}' },
  addUserToVasp: { ...people.addUserToVasp, path: '/countersignAuth/addusertovasp' },
  removeUserFromVasp: { ...people.removeUserFromVasp, path: '/countersignAuth/removeuserfromvasp' },
  newCustomer: { ...requests.newCustomer, path: '/countersignAuth/customer' },
  updateUserInfo: { ...people.updateUserInfo, path: '/countersignAuth/userinfo/update' },
} as const satisfies Contract[string]
