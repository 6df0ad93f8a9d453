export { subscription } from './subscription.operations.ts'
