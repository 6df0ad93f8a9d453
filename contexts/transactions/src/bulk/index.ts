export { bulk } from './operations.ts'
export { startBulk } from './work.worker.ts'
