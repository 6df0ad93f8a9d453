export { resealExports } from './export.store.ts'
export { cancelExport, exportRequests, requestCopy } from './operations.ts'
export { startExports } from './work.worker.ts'
