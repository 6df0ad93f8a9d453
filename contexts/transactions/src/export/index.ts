export { findExports, resealExports } from './export.store.ts'
export { listFile } from './list-file.ts'
export { cancelExport, exportRequests, requestCopy, requestFile } from './operations.ts'
export { startExports, workOnExports } from './work.worker.ts'
