import type { ActionSources } from '../action/index.ts'
import type { TrustDatabase } from '../tables.ts'
import { findWebhookApp } from './app.store.ts'

/** An endpoint that receives nothing: it is disabled, or it has failed since a moment. */
export type TroubledEndpoint = {
  readonly id: string
  readonly url: string
  readonly updatedAt: string
  readonly disabled: boolean
  /** Since when it fails, and the last answer's status code; 0 when there was no answer. */
  readonly failing?: { readonly since: string; readonly statusCode: number }
}

/** The endpoints of an application that receive nothing. */
export type TroubledEndpoints = (appUid: string) => Promise<readonly TroubledEndpoint[]>

/** Action items for a company's webhook endpoints, which the webhook service knows. */
export const webhookEndpointItems = (
  database: TrustDatabase,
  troubledEndpoints: TroubledEndpoints,
): ActionSources => ({
  webhookEndpoints: async (did) => {
    const appUid = await findWebhookApp(database, did)
    if (!appUid) return []
    return (await troubledEndpoints(appUid)).map((endpoint) => ({
      ...whatIsWrong(endpoint),
      dueAt: null,
      entityRef: { type: 'webhookEndpoint', id: endpoint.id },
      requiredPermission: 'integrations.manageApiCredentials',
    }))
  },
})

/** Of an address the host alone: whatever stands behind it may be a secret. */
function whatIsWrong({ id, url, updatedAt, disabled, failing }: TroubledEndpoint) {
  const { host } = new URL(url)
  if (disabled || !failing)
    return {
      id: `WEBHOOK_ENDPOINT_DISABLED:${id}:${updatedAt}`,
      type: 'WEBHOOK_ENDPOINT_DISABLED' as const,
      severity: 'medium' as const,
      title: 'A webhook endpoint is disabled',
      detail: host,
      createdAt: updatedAt,
    }
  const { since, statusCode } = failing
  return {
    id: `WEBHOOK_ENDPOINT_FAILING:${id}:${since}`,
    type: 'WEBHOOK_ENDPOINT_FAILING' as const,
    severity: 'high' as const,
    title: 'A webhook endpoint is failing',
    detail: `${host}: ${statusCode > 0 ? `response ${statusCode}` : 'no answer'}`,
    createdAt: since,
  }
}
