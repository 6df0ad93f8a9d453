export { materialChanges } from './identity.rules.ts'
export { updated } from './profile-event.ts'
export { findClaimedEntries, lockRegisters, saveRegister, within } from './register-entry.store.ts'
export { bindEntry, stateLei } from './register-entry.ts'
export { actsForNetwork, isAttested, registersOf } from './standing.rules.ts'
export {
  addDomains,
  closeCompany,
  disabledReason,
  findDuplicates,
  findStatus,
  lockListing,
  setListing,
  setReason,
} from './standing.store.ts'
export {
  addClaims,
  findClaims,
  findIssuers,
  findRedirect,
  findVasp,
  findVasps,
  listedVasp,
  lockProfile,
  saveProfile,
  type VaspRow,
  vaspColumns,
} from './vasp.store.ts'
