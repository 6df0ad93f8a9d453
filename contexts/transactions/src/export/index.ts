export { resealExports } from './export.store.ts'
export { listFile } from './list-file.ts'
export { cancelExport, exportRequests, requestCopy } from './operations.ts'
export { startExports, workOnExports } from './work.worker.ts'
