export { CounterpartySearch } from './counterparty-search.ts'
export { DirectorySearch } from './search.ts'
