export { makePartitions } from './partition.store.ts'
export { type Retention, retention } from './retention.worker.ts'
