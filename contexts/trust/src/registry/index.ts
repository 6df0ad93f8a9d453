export { bundledGleif, type Gleif, gleifOverHttp, noGleif } from './gleif.ts'
export {
  attest,
  searchGleif,
  searchVaspnet,
  updateFromGleif,
  updateFromVaspnet,
} from './registry.operations.ts'
export { LeiRecord, leiFacts, leiFields } from './registry.rules.ts'
export { findRecord, findRegistryRecords, findSaid, saveRegistryRecord } from './registry.store.ts'
export { type LicenceRegister, noRegister, registerFromCsv, registerOverHttp } from './vaspnet.ts'
