export { type Found, storeDrift } from './drift.store.ts'
export { countOpenDrift } from './open-drift.store.ts'
