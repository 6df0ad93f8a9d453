export { background } from './background.ts'
export { useChange } from './change.ts'
export { DataList } from './data-list.tsx'
export { LoadError } from './load-error.tsx'
export {
  type Changed,
  keyOf,
  operationQuery,
  refresh,
  useOperation,
  usePages,
} from './operation.ts'
export { refusals } from './refused-fields.ts'
