export { type Account, accountOf } from './account.ts'
export { addressesOf, findAddress, findOwnerAmong } from './address.store.ts'
export { list, owner, registerCustomer, registerOwn, remove } from './operations.ts'
