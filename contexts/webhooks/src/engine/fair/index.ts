export { type FairOptions, type FairQueue, fairQueue, type Reception } from './fairness.ts'
export { reserveSlots } from './rate-slot.store.ts'
