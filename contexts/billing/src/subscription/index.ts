export { subscription } from './subscription.operations.ts'
export { usage } from './usage.operations.ts'
