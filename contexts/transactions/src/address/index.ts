export { addressesOf } from './address.store.ts'
export { list, owner, registerCustomer, remove } from './operations.ts'
export { uploadAddressList } from './upload-list.ts'
