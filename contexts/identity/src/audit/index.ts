export { auditLog } from './audit.operations.ts'
export { auditExtract } from './extract.ts'
export { recordOperatorRead } from './operator-read.ts'
