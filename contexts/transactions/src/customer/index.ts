export {
  findCustomer,
  findCustomerAt,
  findCustomerKey,
  findCustomersByKey,
  keepCustomers,
  removeCustomers,
  type StoredCustomer,
} from './customer.store.ts'
export {
  create,
  get,
  list,
  noSuchCustomer,
  openCustomer,
  putCustomers,
  remove,
  update,
} from './operations.ts'
export { type PersonIn, readPerson } from './person.rules.ts'
