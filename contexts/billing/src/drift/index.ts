export { type Found, storeDrift } from './drift.store.ts'
