export { exportRequests } from './operations.ts'
export { startExports } from './work.worker.ts'
