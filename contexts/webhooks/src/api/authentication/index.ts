export { authentication, dashboard } from './authentication.operations.ts'
export { auditToken } from './token-audit.ts'
