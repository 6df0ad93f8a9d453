export { type Account, accountOf, knownAccount } from './account.ts'
export { addConfirmed, addressesOf, findAddress, findOwnerAmong } from './address.store.ts'
export { findOwner } from './find-owner.ts'
export { list, owner, registerCustomer, registerOwn, remove } from './operations.ts'
