export { publicVasp, vasp } from './company.operations.ts'
export { findPrivate } from './company.store.ts'
export { companyPort } from './port.store.ts'
export { getVasp, updateProfile } from './vasp.ts'
