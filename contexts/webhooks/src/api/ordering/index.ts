export { endpointOrdering, messageOrdering } from './ordering.operations.ts'
