export { startErasing } from './erase.worker.ts'
export { resealHolds } from './hold.store.ts'
export { retention } from './operations.ts'
