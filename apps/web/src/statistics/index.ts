export { AnalyticsSearch } from './search.ts'
