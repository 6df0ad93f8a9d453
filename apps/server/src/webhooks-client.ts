import { webhooks as contract } from '@countersign/contracts/webhooks'
import { ApiError, client } from '@countersign/kit/client'
import type { Logger } from '@countersign/kit/log'
import type { MessageSender, TrustDeps } from '@countersign/trust'
import { SignJWT } from 'jose'
import type { DisabledEndpoints } from './action-sources.ts'
import type { Config } from './config.ts'
import type { Secrets } from './secrets.ts'

/** Where the product finds the webhook service, and the key of its organisation there. */
export type WebhookService = { readonly url: string; readonly token: string }

/** The configured service, or the one of this deployment with a key made from its secret. */
export async function serviceOf(
  config: Config,
  secrets: Secrets,
  ownUrl: string | undefined,
): Promise<WebhookService> {
  if (config.WEBHOOKS_URL && config.WEBHOOKS_TOKEN)
    return { url: config.WEBHOOKS_URL.replace(/\/$/, ''), token: config.WEBHOOKS_TOKEN }
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(secrets.organisation)
    .setIssuedAt()
    .sign(new TextEncoder().encode(secrets.webhooksJwtSecret))
  return { url: ownUrl ?? `http://${config.HOST}:${config.WEBHOOKS_PORT}`, token }
}

const clientOf = ({ url, token }: WebhookService) =>
  client(contract, {
    base: `${url}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
    fetcher: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
  })

/** What the product's contexts need of the webhook service, through its public API. */
export function webhooksClient(
  service: WebhookService,
): MessageSender & TrustDeps['webhooks'] & { readonly disabledEndpoints: DisabledEndpoints } {
  const api = clientOf(service)
  return {
    openApp: async ({ uid, name }) => {
      const app = await api.application.create({
        query: { get_if_exists: 'true' },
        body: { uid, name },
      })
      const { token } = await api.authentication.appPortalAccess({ app_id: app.id, body: {} })
      return { serverUrl: service.url, appId: app.id, token }
    },
    disabledEndpoints: async (uid) => {
      const { data } = await api.endpoint
        .list({ app_id: uid, query: { limit: 250 } })
        .catch((error: unknown) => {
          unless(404)(error)
          return { data: [] }
        })
      return data.filter(({ disabled }) => disabled)
    },
    send: async (uid, message) => {
      // 409: it was handed over before, and only the answer was lost.
      await api.message.create({ app_id: uid, body: message }).catch(unless(409))
    },
  }
}

/** The events of the product, for the catalogue that endpoints choose from. */
const eventTypes = [
  { name: 'vasp.updated', description: 'A company changed fields of its profile' },
  {
    name: 'trustframework.documentRequested',
    description: 'Another company asked for your documents',
  },
  {
    name: 'trustframework.documentRequestUpdated',
    description: 'A request for documents, sent or received, changed its status',
  },
  { name: 'vasp.verification.changed', description: "A company's verification moved on" },
  { name: 'vasp.group.changed', description: 'A company joined or left a group, or was disabled' },
  { name: 'vasp.reviewed', description: 'Your company gave or took back a verdict on another one' },
]

/** Makes the product's event types known to the service. One that is away is told at the next start. */
export async function registerEventTypes(service: WebhookService, log: Logger): Promise<void> {
  const api = clientOf(service)
  for (const body of eventTypes)
    await api.eventType
      .create({ body })
      .catch(unless(409))
      .catch((error: unknown) => log.warn({ event: 'event_types_not_registered', err: error }))
}

const unless = (status: number) => (error: unknown) => {
  if (!(error instanceof ApiError && error.status === status)) throw error
}
