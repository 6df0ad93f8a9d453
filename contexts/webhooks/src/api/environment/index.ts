export { environment } from './environment.operations.ts'
