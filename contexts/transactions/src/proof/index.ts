export { look, submit } from './customer-page.ts'
export { open } from './open.ts'
export { deposit, list, request } from './operations.ts'
export { hasProof, resealProofs } from './proof.store.ts'
