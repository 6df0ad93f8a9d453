export { portal } from './portal.operations.ts'
