import type { Input } from '@countersign/contracts'
import {
  capabilities,
  dashboardTokenSeconds,
  portalTokenSeconds,
  type webhooks,
  type webhooksInternal,
} from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { findApplication } from '../../application.store.ts'
import type { Core } from '../../core.ts'
import { setEndpointLimit } from '../../quota.store.ts'
import type { Bearer, Portal } from '../../token/index.ts'
import {
  endToken,
  findSessionEnds,
  forgetSessionEnds,
  hasCapability,
  isEnded,
  lockTokenEnds,
  requestedCapabilities,
  storeSessionEnds,
  storeTokenEnds,
  tokenEndsOf,
  withEnd,
} from '../../token/index.ts'
import { newApplication } from '../application/index.ts'
import { changing, forAnyone, inApplication, inOrganisation } from '../bind.ts'
import type { InApplication, InOrganisation } from '../gate.ts'
import { auditToken } from './token-audit.ts'

type Op = typeof webhooks.authentication

/** What never expires is kept as ended this long. */
const forEver = Date.UTC(9999, 0)

/** A token for the application's own people, and the portal's address that signs them in with it. */
async function openPortal(
  core: Core,
  at: InOrganisation,
  { app_id, body }: Input<Op['appPortalAccess']>,
) {
  const app = at.app ?? (await newApplication(core, at.orgId, app_id, body.application))
  return access(core, { ...at, app }, body)
}

/** The same for clients that say nothing about the token. */
const openDashboard = (core: Core, at: InApplication) => access(core, at, {})

async function access(
  { tokens, portalUrl, oneTimeLinks, clock }: Core,
  { orgId, app }: InApplication,
  asked: Partial<Input<Op['appPortalAccess']>['body']>,
) {
  const held = requestedCapabilities(asked)
  const portal: Portal = {
    orgId,
    appId: app.id,
    featureFlags: asked.featureFlags ?? [],
    ...(held && { capabilities: held }),
    ...(asked.readOnly && { readOnly: true }),
    ...(asked.sessionId != null && { sessionId: asked.sessionId }),
    expiresAt: expiryFrom(clock(), asked.expiry ?? portalTokenSeconds),
  }
  const token = await tokens.issue(portal)
  const key = oneTimeLinks ? { oneTimeToken: await tokens.issueOnce(portal) } : { token }
  const text = Buffer.from(JSON.stringify({ appId: app.id, ...key })).toString('base64')
  return { url: `${portalUrl}/login#key=${encodeURIComponent(text)}`, token }
}

/** A short token for a session of the product's own dashboard, with every capability. */
async function issueDashboardToken(
  { tokens, clock }: Core,
  { orgId, app }: InApplication,
  { body: { sessionId } }: Input<(typeof webhooksInternal)['dashboard']['token']>,
) {
  const expiresAt = expiryFrom(clock(), dashboardTokenSeconds)
  const token = await tokens.issue({ orgId, appId: app.id, featureFlags: [], sessionId, expiresAt })
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}

/** From the beginning of this second, so that no token is valid for longer than its session's end is kept. */
const expiryFrom = (now: number, seconds: number) => (Math.floor(now / 1000) + seconds) * 1000

const endOf = ({ endedAs, hash, expiresAt }: Bearer) => ({
  hash: endedAs[0] ?? hash,
  expiresAt: new Date(Math.min(expiresAt, forEver)),
})

export async function logout({ database, clock }: Core, { orgId, bearer }: InApplication) {
  await database.withTenant(orgId, (tx) => endToken(tx, orgId, endOf(bearer), new Date(clock())))
}

export const expireAll = (
  { database, clock }: Core,
  at: InApplication,
  { body }: Input<Op['expireAll']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { orgId, app } = at
    const now = clock()
    // Also for the ends of sessions: of two calls at once, the second sees what the first has stored.
    const ends = tokenEndsOf(await lockTokenEnds(tx, orgId, app.id))
    const end = { issuedBy: now, endAt: now + (body.expiry ?? 0) * 1000 }
    const sessions = new Set(body.sessionIds ?? [])
    if (sessions.size === 0) await storeTokenEnds(tx, orgId, app.id, withEnd(ends, end))
    else await forgetSessionEnds(tx, orgId, new Date(now))
    for (const session of sessions) {
      const before = await findSessionEnds(tx, orgId, app.id, session)
      const expires = new Date(end.endAt + portalTokenSeconds * 1000)
      await storeSessionEnds(tx, orgId, app.id, session, withEnd(before, end), expires)
    }
    await auditToken(tx, at, new Date(now), {
      action: 'authentication.expireAll',
      object: app.id,
      detail: { expiry: body.expiry ?? 0, ...(sessions.size > 0 && { sessions: [...sessions] }) },
    })
  })

export async function exchangeOneTimeToken(
  { database, tokens, clock }: Core,
  { body }: Input<Op['exchangeOneTimeToken']>,
) {
  const { bearer, portal } = await tokens.verifyOnce(body.oneTimeToken)
  const { orgId, appId } = portal
  const now = clock()
  const usable = await database.withTenant(orgId, async (tx) => {
    const app = await findApplication(tx, orgId, appId)
    if (!app || (await isEnded(tx, app, bearer, now))) return false
    return endToken(tx, orgId, endOf(bearer), new Date(now))
  })
  if (!usable) throw fail('unauthorized', 'Invalid token')
  const held = portal.capabilities
  return {
    token: await tokens.issue(portal),
    capabilities: capabilities.filter((one) => hasCapability(held, one)),
  }
}

/** What the caller’s token opens. */
const whoAmI = (_: Core, { bearer }: InOrganisation) => ({
  envId: bearer.orgId,
  appId: bearer.appId ?? null,
  permissionSource:
    bearer.scope === undefined && bearer.integrationId === undefined
      ? ('SvixJwt' as const)
      : ('RegionalAuthToken' as const),
  sessionId: bearer.sessionId ?? null,
})

export const authentication = {
  appPortalAccess: changing(inOrganisation(openPortal)),
  dashboardAccess: inApplication(openDashboard),
  expireAll: inApplication(expireAll),
  logout: inApplication(logout),
  whoami: inOrganisation(whoAmI),
  exchangeOneTimeToken: forAnyone(exchangeOneTimeToken),
}

/** What is there beyond the limit stays. */
async function limitEndpoints(
  { database }: Core,
  { orgId, app }: InApplication,
  { body }: Input<(typeof webhooksInternal)['dashboard']['limit']>,
): Promise<void> {
  await database.withTenant(orgId, (tx) =>
    setEndpointLimit(tx, { orgId, id: app.id }, body.endpoints),
  )
}

export const dashboard = {
  token: inApplication(issueDashboardToken),
  limit: inApplication(limitEndpoints),
}
