export { clientNames } from './client-names.ts'
