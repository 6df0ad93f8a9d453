import type { Output } from '@countersign/contracts'
import { capabilities, type webhooks } from '@countersign/contracts/webhooks'
import type { Core } from '../../core.ts'
import { settingsOf } from '../../settings.ts'
import { hasCapability } from '../../token/index.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { findFailing } from './failing.store.ts'

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

/** Which endpoints take nothing, since when and why, and when they will be disabled for it. */
export const listFailing = (
  core: Core,
  at: InApplication,
): Promise<Output<(typeof webhooks)['portal']['failing']>> =>
  core.database.withTenant(at.orgId, async (tx) => {
    const rows = await findFailing(tx, keyOf(at))
    const { disableEndpointOnFailure } = await settingsOf(core, tx, at.orgId)
    const data = rows.map(({ id, failingSince, since, lastAt, ...row }) => ({
      ...row,
      endpointId: id,
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
      disablesAt:
        failingSince && !row.disabled && disableEndpointOnFailure
          ? new Date(failingSince.getTime() + core.disableAfterMs).toISOString()
          : null,
    }))
    return { data }
  })
