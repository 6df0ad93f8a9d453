import { Settings } from '@countersign/contracts/webhooks'
import type { Core } from './core.ts'
import { findSettings } from './settings.store.ts'
import type { WebhooksTx } from './tables.ts'

/**
 * An organisation's settings as they act. One that never gave any has the defaults, except that TLS
 * is asked for as the operator wants it: the operator may have receivers inside its own network.
 */
export async function settingsOf(
  { httpsOnly }: Pick<Core, 'httpsOnly'>,
  tx: WebhooksTx,
  orgId: string,
): Promise<Settings> {
  const given = await findSettings(tx, orgId)
  const settings = Settings.parse(given ?? { enforceHttps: httpsOnly })
  const logo = settings.logoUrl ?? settings.customLogoUrl
  return { ...settings, logoUrl: logo, customLogoUrl: logo }
}

/** Whether endpoints must have TLS: what the operator forbids, no organisation allows. */
export const needsHttps = async (
  core: Pick<Core, 'httpsOnly'>,
  tx: WebhooksTx,
  orgId: string,
): Promise<boolean> => core.httpsOnly || (await settingsOf(core, tx, orgId)).enforceHttps

/** Whether the settings that an organisation gave keep channels from its applications' people. */
export async function areChannelsOff(tx: WebhooksTx, orgId: string): Promise<boolean> {
  const given = await findSettings(tx, orgId)
  return given !== undefined && !Settings.parse(given).enableChannels
}
