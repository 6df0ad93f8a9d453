export {
  findCustomer,
  findCustomerAt,
  findCustomerKey,
  findCustomersByKey,
  type StoredCustomer,
} from './customer.store.ts'
export { create, get, list, noSuchCustomer, openCustomer, remove, update } from './operations.ts'
