export {
  evidence,
  ownDocuments,
  showEvidence,
} from './evidence.operations.ts'
export { acceptOpenEvidence, addEvidence, decideEvidence } from './evidence.store.ts'
