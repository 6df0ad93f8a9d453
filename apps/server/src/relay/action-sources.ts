import type { Identity } from '@countersign/identity'
import { type ActionSources, findWebhookApp, type TrustDeps } from '@countersign/trust'

/** The endpoints of an application that no longer receive anything. */
export type DisabledEndpoints = (
  appUid: string,
) => Promise<readonly { id: string; url: string; updatedAt: string }[]>

/** Causes of action items outside the trust context: people, credentials, and the webhook service. */
export const actionSources = (
  database: TrustDeps['database'],
  people: Identity,
  disabledEndpoints: DisabledEndpoints,
): ActionSources => ({
  ...people.actionSources,
  webhookEndpoints: async (did) => {
    const appUid = await findWebhookApp(database, did)
    if (!appUid) return []
    return (await disabledEndpoints(appUid)).map(({ id, url, updatedAt }) => ({
      id: `WEBHOOK_ENDPOINT_DISABLED:${id}:${updatedAt}`,
      type: 'WEBHOOK_ENDPOINT_DISABLED',
      severity: 'medium',
      title: 'A webhook endpoint is disabled',
      // Whatever stands behind the host may be a secret of the address.
      detail: new URL(url).host,
      dueAt: null,
      createdAt: updatedAt,
      entityRef: { type: 'webhookEndpoint', id },
      requiredPermission: 'integrations.manageApiCredentials',
    }))
  },
})
