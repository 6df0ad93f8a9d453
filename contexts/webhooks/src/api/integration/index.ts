export { integration } from './integration.operations.ts'
