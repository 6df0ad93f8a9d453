import type { EndpointEvent } from '@countersign/contracts/webhooks'
import { id } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import { announce } from '../../engine/index.ts'
import type { WebhooksTx } from '../../tables.ts'
import type { InApplication } from '../gate.ts'

/** What somebody did with an endpoint. */
export type EndpointChange = 'created' | 'updated' | 'deleted'

/** Tells the organisation's listener of an endpoint, in the transaction of the change. */
export async function announceEndpoint(
  { clock, operational }: Pick<Core, 'clock' | 'operational'>,
  tx: WebhooksTx,
  { orgId, app }: InApplication,
  change: EndpointChange,
  endpoint: { readonly id: string; readonly uid: string | null },
): Promise<void> {
  if (!operational) return
  const eventType = `endpoint.${change}` as const
  const data: EndpointEvent = {
    appId: app.id,
    appUid: app.uid,
    endpointId: endpoint.id,
    endpointUid: endpoint.uid,
  }
  const at = clock()
  const payload = JSON.stringify({ type: eventType, data })
  await announce(tx, { orgId, msgId: id('msg', at), eventType, payload, at: new Date(at) })
}
