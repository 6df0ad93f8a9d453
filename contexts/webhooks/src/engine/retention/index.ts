export { makePartitions } from './partition.store.ts'
export { retention } from './retention.worker.ts'
