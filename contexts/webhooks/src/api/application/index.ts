export { application } from './application.operations.ts'
export { newApplication } from './by-use.ts'
