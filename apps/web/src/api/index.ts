export {
  background,
  type Changed,
  keyOf,
  operationQuery,
  refresh,
  refusals,
  useChange,
  useOperation,
  usePages,
} from '../query/index.ts'
export { failureOf, fetchBytes } from './bytes.ts'
export { api, identifier } from './client.ts'
export { useColumnWidths } from './column-widths.ts'
export { isUnreachable, viewerRetry } from './connection.rules.ts'
export { connection, useConnection } from './connection.ts'
export { useHeldRows } from './held-rows.ts'
export { useKept } from './kept.ts'
export { sessionEnded } from './session-end.ts'
export { tryEach } from './try-each.ts'
