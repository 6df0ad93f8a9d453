import type { Operation } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../core.ts'
import { settingsOf } from '../settings.ts'
import type { WebhooksTx } from '../tables.ts'
import { allows } from './api-key.rules.ts'
import { mayCall } from './capability.rules.ts'
import type { Bearer } from './token.ts'

/** What changes nothing although it is no GET. */
const reading: readonly Operation[] = [
  contract.eventType.generateExample,
  contract.endpoint.simulateTransformation,
]
const polling: readonly Operation[] = Object.values(contract.messagePoller)
const integrations: readonly Operation[] = Object.values(contract.integration)

const changes = (operation: Operation) =>
  operation.method !== 'GET' && operation.access !== 'portal' && !reading.includes(operation)

const refused = () => fail('forbidden', 'Insufficient access for the given operation.')

/** Refuses what the token itself does not cover, whatever the request says. @throws 403 */
export function refuseByToken(bearer: Bearer, operation: Operation): void {
  const { appId, integrationId, pollerId, scope, capabilities } = bearer
  const { access } = operation
  if (access === (appId === undefined ? 'portal' : 'organisation')) throw refused()
  if (operation === contract.authentication.logout && integrationId !== undefined)
    throw fail('forbidden', 'Rotate or delete the integration to revoke its key.')
  if (pollerId !== undefined && !polling.includes(operation)) throw refused()
  if (scope !== undefined && !allows(scope, operation)) throw refused()
  if (appId !== undefined && !mayCall(capabilities, operation)) throw refused()
}

/**
 * Refuses an application what its token or the settings of its organisation keep from it: changes where
 * it only reads, and integrations where they are not enabled. @throws 403
 */
export async function refuseBySettings(
  core: Core,
  tx: WebhooksTx,
  { orgId, readOnly }: Bearer,
  operation: Operation,
): Promise<void> {
  const integrates = integrations.includes(operation)
  if (!changes(operation) && !integrates) return
  const settings = await settingsOf(core, tx, orgId)
  if (changes(operation) && (readOnly || settings.readOnly)) throw refused()
  if (integrates && !settings.enableIntegrationManagement) throw refused()
}
