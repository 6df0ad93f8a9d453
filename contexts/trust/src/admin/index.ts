export { administration } from './administration.operations.ts'
export { findOneAdministered } from './administration.store.ts'
export { curation } from './curation.operations.ts'
