export { list, look, request, submit } from './operations.ts'
export { hasProof, resealProofs } from './proof.store.ts'
