export { findUncounted, foldCounters } from './fold.store.ts'
export { counts, list } from './operations.ts'
