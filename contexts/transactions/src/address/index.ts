export { list, owner, registerCustomer, remove } from './operations.ts'
