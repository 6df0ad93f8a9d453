export { findReadings, grantAnnexes } from './annex.store.ts'
export { document } from './document.operations.ts'
export { countDocuments, findKept, insertDocument, insertVersion } from './document.store.ts'
export { findVersionHashes, insertDownload } from './download.store.ts'
export { endOf } from './grant.rules.ts'
export { endGrantsOfRequest, grantCurrentVersions, hasGrant } from './grant.store.ts'
export {
  documentRequested,
  documentRequestUpdated,
  hasInformation,
  informationArrived,
} from './information.store.ts'
export { clamdScan, type DocumentScan } from './scan.ts'
export { type DocumentStorage, folderStorage } from './storage.ts'
export { s3Storage } from './storage-s3.ts'
export { startSweep } from './sweep.worker.ts'
export { safeName } from './type.rules.ts'
