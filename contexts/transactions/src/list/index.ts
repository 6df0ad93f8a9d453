export { counts, list } from './operations.ts'
