export { findDays, findEntries, findReported } from './ledger.store.ts'
export { meter } from './meter.ts'
export { monthOf } from './period.rules.ts'
export { reachedAt, unitsIn } from './usage.store.ts'
