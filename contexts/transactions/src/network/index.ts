export { network } from './operations.ts'
