export { auditDir, checkpointWriter } from './checkpoints.ts'
export { runAudit } from './verify.ts'
