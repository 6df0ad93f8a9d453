export { background } from './background.ts'
export { useChange } from './change.ts'
export { LoadError } from './load-error.tsx'
export {
  type Changed,
  keyOf,
  operationQuery,
  refresh,
  useOperation,
  usePages,
} from './operation.ts'
export { refusedFields } from './refused-fields.ts'
