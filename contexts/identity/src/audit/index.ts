export { listAudit, verifyAudit } from './audit.operations.ts'
export { noteOperatorRead } from './operator-read.ts'
