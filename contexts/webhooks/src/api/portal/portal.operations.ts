import type { Output } from '@countersign/contracts'
import { capabilities, type webhooks } from '@countersign/contracts/webhooks'
import type { Core } from '../../core.ts'
import { settingsOf } from '../../settings.ts'
import { hasCapability } from '../../token/index.ts'
import type { InApplication } from '../gate.ts'

/** What the caller's own token opens, so that the screens offer nothing that would be refused. */
export async function getPortalSession(
  core: Core,
  { orgId, app, bearer }: InApplication,
): Promise<Output<(typeof webhooks)['portal']['session']>> {
  const settings = await core.database.withTenant(orgId, (tx) => settingsOf(core, tx, orgId))
  const { expiresAt } = bearer
  return {
    appId: app.id,
    name: app.name,
    displayName: settings.displayName,
    capabilities: capabilities.filter((one) => hasCapability(bearer.capabilities, one)),
    readOnly: bearer.readOnly === true || settings.readOnly,
    expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : null,
    settings,
  }
}
