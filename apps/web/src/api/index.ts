export { failureOf, fetchBytes } from './bytes.ts'
export { api, background, identifier } from './client.ts'
export { isUnreachable, viewerRetry } from './connection.rules.ts'
export { connection, useConnection } from './connection.ts'
export { useHeldRows } from './held-rows.ts'
export {
  keyOf,
  operationQuery,
  refresh,
  useOperation,
  usePages,
} from './operation.ts'
export { refusedFields } from './refused-fields.ts'
export { sessionEnded } from './session-end.ts'
export { tryEach } from './try-each.ts'
