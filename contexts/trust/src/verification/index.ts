export { expireAfterChange, getVerification, moveVerification } from './verification.operations.ts'
export { findMoves, findQueue, saveMove } from './verification.store.ts'
export { startExpiry } from './verification.worker.ts'
