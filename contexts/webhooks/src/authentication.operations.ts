import type { Core } from './core.ts'
import type { InApplication } from './gate.ts'

/** A token for the application's own people, and the portal's address that signs them in with it. */
export async function openPortal(
  { tokens, portalUrl }: Core,
  { orgId, app }: InApplication,
  featureFlags: readonly string[] = [],
) {
  const token = await tokens.issue({ orgId, appId: app.id, featureFlags })
  const key = Buffer.from(JSON.stringify({ appId: app.id, token })).toString('base64')
  return { url: `${portalUrl}/login#key=${encodeURIComponent(key)}`, token }
}
