export { findAccepted, findReported } from './history.store.ts'
export { addHistory, type PastTransfer } from './history.ts'
