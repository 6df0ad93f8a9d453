export {
  findCustomer,
  findCustomerAt,
  findCustomerKey,
  findCustomersByKey,
  keepCustomers,
  lockCustomers,
  removeCustomers,
  type StoredCustomer,
} from './customer.store.ts'
export {
  create,
  type GivenCustomer,
  get,
  list,
  noSuchCustomer,
  openCustomer,
  putCustomers,
  remove,
  tagsOf,
  update,
} from './operations.ts'
export { type PersonIn, readPerson } from './person.rules.ts'
export { type CustomerVersion, findVersions } from './version.store.ts'
