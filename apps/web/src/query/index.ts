export { background } from './background.ts'
export { LoadError } from './load-error.tsx'
export { keyOf, operationQuery, refresh, useOperation, usePages } from './operation.ts'
export { refusedFields } from './refused-fields.ts'
