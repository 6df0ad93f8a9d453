export {
  getAdministered,
  listAdministered,
  updateNetworkFields,
} from './administration.operations.ts'
export { findOneAdministered } from './administration.store.ts'
export {
  decideRegisterEntry,
  listClaimedEntries,
  listDuplicates,
  moveListing,
  removeCompany,
} from './curation.operations.ts'
