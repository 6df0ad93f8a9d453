import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { findApplication } from './application.store.ts'
import type { Core } from './core.ts'
import type { InApplication } from './gate.ts'
import { endToken, lockTokenEnds, storeTokenEnds } from './token.store.ts'
import type { Bearer } from './token.ts'
import { hasEnded, tokenEndsOf, withEnd } from './token-end.rules.ts'

type Op = typeof webhooks.authentication

/** What never expires is kept as ended this long. */
const forEver = Date.UTC(9999, 0)

/** A token for the application's own people, and the portal's address that signs them in with it. */
export async function openPortal(
  { tokens, portalUrl, oneTimeLinks }: Core,
  { orgId, app }: InApplication,
  featureFlags: readonly string[] = [],
) {
  const portal = { orgId, appId: app.id, featureFlags }
  const token = await tokens.issue(portal)
  const key = oneTimeLinks ? { oneTimeToken: await tokens.issueOnce(portal) } : { token }
  const text = Buffer.from(JSON.stringify({ appId: app.id, ...key })).toString('base64')
  return { url: `${portalUrl}/login#key=${encodeURIComponent(text)}`, token }
}

const endOf = ({ hash, expiresAt }: Bearer) => ({
  hash,
  expiresAt: new Date(Math.min(expiresAt, forEver)),
})

export async function logout({ database, clock }: Core, { orgId, bearer }: InApplication) {
  await database.withTenant(orgId, (tx) => endToken(tx, orgId, endOf(bearer), new Date(clock())))
}

export const expireAll = (
  { database, clock }: Core,
  { orgId, app }: InApplication,
  { body }: Input<Op['expireAll']>,
) =>
  database.withTenant(orgId, async (tx) => {
    const now = clock()
    const ends = tokenEndsOf(await lockTokenEnds(tx, orgId, app.id))
    const end = { issuedBy: now, endAt: now + (body.expiry ?? 0) * 1000 }
    await storeTokenEnds(tx, orgId, app.id, withEnd(ends, end))
  })

export async function exchangeOneTimeToken(
  { database, tokens, clock }: Core,
  { body }: Input<Op['exchangeOneTimeToken']>,
) {
  const bearer = await tokens.verifyOnce(body.oneTimeToken)
  const { orgId, appId = '', featureFlags } = bearer
  const now = clock()
  const usable = await database.withTenant(orgId, async (tx) => {
    const app = await findApplication(tx, orgId, appId)
    if (!app || hasEnded(tokenEndsOf(app.token_ends), bearer.issuedAt, now)) return false
    return endToken(tx, orgId, endOf(bearer), new Date(now))
  })
  if (!usable) throw fail('unauthorized', 'Invalid token')
  return { token: await tokens.issue({ orgId, appId, featureFlags }) }
}
