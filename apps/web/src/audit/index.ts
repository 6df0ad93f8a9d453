export { AuditSearch } from './search.ts'
