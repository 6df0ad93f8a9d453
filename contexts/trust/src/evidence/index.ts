export {
  decideOnEvidence,
  listEvidence,
  listWaitingEvidence,
  openEvidence,
  ownDocuments,
  showDocuments,
  showEvidence,
} from './evidence.operations.ts'
export { acceptOpenEvidence, addEvidence, decideEvidence } from './evidence.store.ts'
