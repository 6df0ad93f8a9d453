export { resealExports } from './export.store.ts'
export { exportRequests } from './operations.ts'
export { startExports } from './work.worker.ts'
