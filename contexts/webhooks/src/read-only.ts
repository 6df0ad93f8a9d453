import type { Operation } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from './core.ts'
import { settingsOf } from './settings.ts'
import type { WebhooksTx } from './tables.ts'

/** What changes nothing although it is no GET. */
const reading: readonly Operation[] = [
  contract.eventType.generateExample,
  contract.endpoint.simulateTransformation,
]

const changes = (operation: Operation) =>
  operation.method !== 'GET' && operation.access !== 'portal' && !reading.includes(operation)

/** Refuses an application's token what changes anything, where the settings let it only read. @throws 403 */
export async function refuseChange(
  core: Core,
  tx: WebhooksTx,
  orgId: string,
  operation: Operation,
): Promise<void> {
  if (changes(operation) && (await settingsOf(core, tx, orgId)).readOnly)
    throw fail('forbidden', 'Insufficient access for the given operation.')
}
