export { AdminSearch } from './search.ts'
