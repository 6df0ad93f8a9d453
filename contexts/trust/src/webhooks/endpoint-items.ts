import type { ActionSources } from '../action/index.ts'
import type { TrustDatabase } from '../tables.ts'
import { findWebhookApp } from './app.store.ts'

/** The endpoints of an application that no longer receive anything. */
export type DisabledEndpoints = (
  appUid: string,
) => Promise<readonly { id: string; url: string; updatedAt: string }[]>

/** Action items for a company's disabled webhook endpoints, which the webhook service knows. */
export const webhookEndpointItems = (
  database: TrustDatabase,
  disabledEndpoints: DisabledEndpoints,
): ActionSources => ({
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
