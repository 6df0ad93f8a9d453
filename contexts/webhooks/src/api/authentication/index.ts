export {
  exchangeOneTimeToken,
  expireAll,
  issueDashboardToken,
  logout,
  openDashboard,
  openPortal,
} from './authentication.operations.ts'
export { auditToken } from './token-audit.ts'
