export { auditLog } from './audit.operations.ts'
export { recordOperatorRead } from './operator-read.ts'
