export { invoice } from './invoice.operations.ts'
