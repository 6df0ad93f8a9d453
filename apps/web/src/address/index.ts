export { AddressSearch } from './search.ts'
