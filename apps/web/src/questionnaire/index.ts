export { DdqReviewSearch, DdqSearch } from './search.ts'
