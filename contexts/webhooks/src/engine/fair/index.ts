export type { FairOptions, FairQueue, Reception } from './fair-queue.ts'
export { fairQueue } from './fairness.ts'
export { reserveSlots } from './rate-slot.store.ts'
