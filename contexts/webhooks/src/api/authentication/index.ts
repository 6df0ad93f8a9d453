import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import type { Core } from '../../core.ts'
import { changing, inApplication, inOrganisation } from '../bind.ts'
import type { Caller } from '../gate.ts'
import {
  exchangeOneTimeToken,
  expireAll,
  issueDashboardToken,
  logout,
  openDashboard,
  openPortal,
  whoAmI,
} from './authentication.operations.ts'

export { auditToken } from './token-audit.ts'

export const authentication = {
  appPortalAccess: changing(inOrganisation(openPortal)),
  dashboardAccess: inApplication(openDashboard),
  expireAll: inApplication(expireAll),
  logout: inApplication(logout),
  whoami: inOrganisation(whoAmI),
  exchangeOneTimeToken:
    (core: Core) =>
    (_: Caller, input: Input<(typeof webhooks.authentication)['exchangeOneTimeToken']>) =>
      exchangeOneTimeToken(core, input),
}

export const dashboard = { token: inApplication(issueDashboardToken) }
