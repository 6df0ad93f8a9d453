export {
  evidence,
  ownDocuments,
  showEvidence,
} from './evidence.operations.ts'
export { acceptOpenEvidence, addEvidence, decideEvidence, findEvidence } from './evidence.store.ts'
