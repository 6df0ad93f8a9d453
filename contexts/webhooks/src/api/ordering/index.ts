export { listHeldKeys, skipMessage } from './ordering.operations.ts'
