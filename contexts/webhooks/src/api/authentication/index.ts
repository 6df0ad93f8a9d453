export {
  exchangeOneTimeToken,
  expireAll,
  issueDashboardToken,
  logout,
  openDashboard,
  openPortal,
  whoAmI,
} from './authentication.operations.ts'
export { auditToken } from './token-audit.ts'
