export { meter } from './meter.ts'
export { unitsIn } from './usage.store.ts'
