export {
  createCredential,
  listCredentials,
  removeCredential,
  rotateCredential,
} from './credential.operations.ts'
export { ensureCredentials, type SeedCredential } from './credential.seed.ts'
export { findCredentials } from './credential.store.ts'
export { bearerOf, type MachineDeps, machineOf } from './machine.ts'
export { giveToken } from './token.operations.ts'
