import { events, schemaOf } from '@countersign/contracts/events'
import { webhooks as contract, webhooksInternal } from '@countersign/contracts/webhooks'
import { ApiError, client } from '@countersign/kit/client'
import type { Logger } from '@countersign/kit/log'
import type { AppToOpen, TroubledEndpoints, TrustDeps } from '@countersign/trust'
import { decodeJwt, SignJWT } from 'jose'
import type { Config } from '../config.ts'
import type { Secrets } from '../secrets.ts'
import { webhooksNetwork } from './webhooks-network.ts'

/** Where the product finds the webhook service, and the key of its organisation there. */
export type WebhookService = {
  readonly url: string
  readonly token: string
  /** Where browsers reach it; the same address unless it is behind a proxy. */
  readonly publicUrl?: string
}

/** The configured service, or the one of this deployment with a key made from its secret. */
export async function serviceOf(
  config: Config,
  secrets: Secrets,
  ownUrl: string | undefined,
): Promise<WebhookService> {
  const publicUrl = config.WEBHOOKS_PUBLIC_URL?.replace(/\/$/, '')
  const outside = publicUrl === undefined ? {} : { publicUrl }
  if (config.WEBHOOKS_URL && config.WEBHOOKS_TOKEN)
    return { ...outside, url: config.WEBHOOKS_URL.replace(/\/$/, ''), token: config.WEBHOOKS_TOKEN }
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(secrets.organisation)
    .setIssuedAt()
    .sign(new TextEncoder().encode(secrets.webhooksJwtSecret))
  return { ...outside, url: ownUrl ?? `http://${config.HOST}:${config.WEBHOOKS_PORT}`, token }
}

const clientOf = ({ url, token }: WebhookService) =>
  client(
    { ...contract, ...webhooksInternal },
    {
      base: `${url}/api/v1`,
      headers: { authorization: `Bearer ${token}` },
      fetcher: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
    },
  )

/** What the product's contexts need of the webhook service, through its public API. */
export function webhooksClient(service: WebhookService): TrustDeps['webhooks'] & {
  readonly troubledEndpoints: TroubledEndpoints
  readonly expire: (uid: string, sessions: readonly string[] | undefined) => Promise<void>
} {
  const api = clientOf(service)
  const ensureApp = async ({ uid, name, mostEndpoints }: AppToOpen) => {
    const app = await api.application.create({
      query: { get_if_exists: 'true' },
      body: { uid, name },
    })
    await api.dashboard.limit({ app_id: app.id, body: { endpoints: mostEndpoints } })
    return app
  }
  return {
    openApp: async (opening) => {
      const app = await ensureApp(opening)
      const body = { sessionId: opening.session }
      const { token, expiresAt } = await api.dashboard.token({ app_id: app.id, body })
      return { serverUrl: service.publicUrl ?? service.url, appId: app.id, token, expiresAt }
    },
    linkApp: async (opening, { capabilities, seconds }) => {
      const { id } = await ensureApp(opening)
      const { url, token } = await api.authentication.appPortalAccess({
        app_id: id,
        body: {
          sessionId: opening.session,
          expiry: seconds,
          ...(capabilities && { capabilities: [...capabilities] }),
        },
      })
      const { exp = 0 } = decodeJwt(token)
      return { url, appId: id, expiresAt: new Date(exp * 1000).toISOString() }
    },
    lookAtApp: async (uid) => {
      const app = await api.application.get({ app_id: uid }).catch(unless(404))
      if (!app) return undefined
      const at = { app_id: app.id }
      const { data } = await api.endpoint.list({ ...at, query: { limit: 250 } })
      const failing = new Set((await api.portal.failing(at)).data.map((one) => one.endpointId))
      return {
        appId: app.id,
        createdAt: app.createdAt,
        endpoints: data.length,
        failing: data.filter(({ id, disabled }) => disabled || failing.has(id)).length,
      }
    },
    deleteApp: async (uid) => {
      await api.application.delete({ app_id: uid }).catch(unless(404))
    },
    network: webhooksNetwork(api),
    // 404: without an application there is nothing to end.
    expire: async (uid, sessions) => {
      const body = sessions === undefined ? {} : { sessionIds: [...sessions] }
      await api.authentication.expireAll({ app_id: uid, body }).catch(unless(404))
    },
    troubledEndpoints: async (uid) => {
      const [all, failing] = await Promise.all([
        api.endpoint.list({ app_id: uid, query: { limit: 250 } }),
        api.portal.failing({ app_id: uid }),
      ]).catch((error: unknown) => {
        unless(404)(error)
        return [{ data: [] }, { data: [] }]
      })
      const causes = new Map(failing.data.map((one) => [one.endpointId, one]))
      return all.data
        .map((endpoint) => ({ endpoint, cause: causes.get(endpoint.id) }))
        .filter(({ endpoint, cause }) => endpoint.disabled || cause)
        .map(({ endpoint: { id, url, updatedAt, disabled }, cause }) => ({
          id,
          url,
          updatedAt,
          disabled,
          ...(cause && { failing: cause }),
        }))
    },
  }
}

/**
 * Makes the product's events known to the service, or brings what it knows up to date. A service that is
 * away learns of them at the next start.
 */
export async function registerEventTypes(service: WebhookService, log: Logger): Promise<void> {
  const api = clientOf(service)
  for (const event of events)
    await api.eventType
      .update({
        event_type_name: event.name,
        body: { description: event.description, schemas: { [event.version]: schemaOf(event) } },
      })
      .catch((error: unknown) => log.warn({ event: 'event_types_not_registered', err: error }))
}

const unless =
  (status: number) =>
  (error: unknown): undefined => {
    if (!(error instanceof ApiError && error.status === status)) throw error
  }
