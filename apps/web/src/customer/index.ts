export { CustomerSearch } from './search.ts'
