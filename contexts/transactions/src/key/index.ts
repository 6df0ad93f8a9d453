export { piiKeys } from './operations.ts'
export { startKeyRenewal } from './renewal.worker.ts'
