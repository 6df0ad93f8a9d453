export { expireAfterChange, verification } from './verification.operations.ts'
export { findMoves, saveMove } from './verification.store.ts'
export { startExpiry } from './verification.worker.ts'
