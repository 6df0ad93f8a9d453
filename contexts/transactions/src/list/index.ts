export { transferItems } from './action-items.ts'
export { findUncounted, foldCounters } from './fold.store.ts'
export { counts, list, query } from './operations.ts'
export { search } from './search.ts'
