import { webhooks as contract, webhooksInternal } from '@countersign/contracts/webhooks'
import { connect } from '@countersign/kit/db'
import { createEgress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { httpServer } from '@countersign/kit/http'
import type { Logger } from '@countersign/kit/log'
import { openPinnedConnection } from '@countersign/kit/pinned-connection'
import { serve } from '@countersign/kit/serve'
import {
  notOffered,
  refineWebhookFailure,
  startEngine,
  startTasks,
  type WebhooksTables,
  webhookErrors,
  webhooks,
  webhooksDocument,
} from '@countersign/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Ops } from './ops.ts'
import { allowBrowsers, servePortal, serveReference } from './portal/index.ts'
import type { Secrets } from './secrets.ts'

/** What the webhook service is made of. It needs nothing of the product. */
export type WebhooksDeps = {
  readonly config: Config
  readonly secrets: Secrets
  readonly databaseUrl: string
  readonly log: Logger
  readonly ops: Ops
  /** `worker` delivers and answers nobody; `api` answers and leaves delivering to workers. */
  readonly role: 'all' | 'api' | 'worker'
}

/** The webhook service in this process; listening is the caller's. */
export function createWebhooks(deps: WebhooksDeps): {
  readonly app: FastifyInstance
  stop(): Promise<void>
} {
  const { config, secrets, databaseUrl: url, log, ops, role } = deps
  const egress = createEgress({
    allow: parseSubnets(allowedSubnets(config).join(',')),
    httpsOnly: config.WEBHOOKS_HTTPS_ONLY,
    connectionsPerOrigin: 64,
  })
  const engineDatabase = connect<WebhooksTables>({ url, role: 'countersign_engine', max: 2 })
  const engine = startEngine({
    database: engineDatabase,
    openPinnedConnection: () =>
      openPinnedConnection({ url, role: 'countersign_engine', name: 'countersign-engine' }),
    egress,
    vault: secrets.vault,
    random: Math.random,
    log,
    settings: {
      retryScheduleMs: config.WEBHOOKS_RETRY_SCHEDULE_MS,
      disableAfterMs: config.WEBHOOKS_DISABLE_AFTER_MS,
      timeoutMs: config.WEBHOOKS_TIMEOUT_MS,
      leaseMs: config.WEBHOOKS_LEASE_MS,
      defaultSignature: config.WEBHOOKS_DEFAULT_SIGNATURE,
      operational: config.WEBHOOKS_OPERATIONAL,
      role,
    },
  })
  const database = connect<WebhooksTables>({ url, role: 'countersign_app' })
  const tasks =
    role === 'api'
      ? null
      : startTasks({ database, engineDatabase, log, leaseMs: config.WEBHOOKS_LEASE_MS })
  const service = webhooks({
    database,
    engine,
    vault: secrets.vault,
    clock: Date.now,
    jwtSecret: secrets.webhooksJwtSecret,
    portalUrl: portalUrlOf(config),
    httpsOnly: config.WEBHOOKS_HTTPS_ONLY,
    disableAfterMs: config.WEBHOOKS_DISABLE_AFTER_MS,
    retryScheduleMs: config.WEBHOOKS_RETRY_SCHEDULE_MS,
    timeoutMs: config.WEBHOOKS_TIMEOUT_MS,
    checkUrl: egress.check,
    signature: config.WEBHOOKS_DEFAULT_SIGNATURE,
    operational: config.WEBHOOKS_OPERATIONAL,
    quotas: {
      endpoints: config.WEBHOOKS_MAX_ENDPOINTS,
      integrations: config.WEBHOOKS_MAX_INTEGRATIONS,
      creationsPerMinute: config.WEBHOOKS_CREATIONS_PER_MINUTE,
      examplesPerMinute: config.WEBHOOKS_EXAMPLES_PER_MINUTE,
    },
    oneTimeLinks: config.WEBHOOKS_ONE_TIME_LINKS,
  })
  const app = httpServer({
    log,
    errors: webhookErrors,
    refine: refineWebhookFailure,
    explainUnknown: notOffered,
    observe: (facts) => ops.observe('webhooks', facts),
    proxies: config.TRUSTED_PROXIES,
    first: allowBrowsers,
    https: config.WEBHOOKS_PUBLIC_URL?.startsWith('https:') ?? false,
  })
  serve(app, { contract, prefix: '/api/v1', ...service })
  const { gate, internal } = service
  serve(app, { contract: webhooksInternal, prefix: '/api/v1', handlers: internal, gate })
  // An address that monitors of the compatible service know; no client calls it.
  app.get('/api/v1/health/ping', (_request, reply) => reply.code(204).send())
  app.get('/api/v1/openapi.json', () => webhooksDocument())
  serveReference(app, 'Countersign webhooks: API reference', '/api/v1/openapi.json')
  servePortal(app, { frames: framesOf(config) })
  ops.needs('database', () => database.ping())
  ops.gauge('webhooks_in_flight', 'Requests under way', () => engine.stats().inFlight)
  ops.gauge('webhooks_backlog', 'Deliveries waiting in memory', () => engine.stats().backlog)
  ops.gauge('webhooks_unrecorded', 'Outcomes not yet recorded', () => engine.stats().unrecorded)
  ops.gauge('sandbox_waiting', 'Scripts waiting', () => engine.sandbox.stats().waiting)
  ops.gauge('sandbox_overrun', 'Scripts that took too much', () => engine.sandbox.stats().overrun)
  return {
    app,
    stop: async () => {
      await app.close()
      await tasks?.stop()
      await engine.stop()
      await egress.close()
      await Promise.all([database.close(), engineDatabase.close()])
    },
  }
}

/** Where people open the portal: under the address by which browsers reach this service. */
const portalUrlOf = ({ PORTAL_URL, WEBHOOKS_PUBLIC_URL, HOST, WEBHOOKS_PORT }: Config) =>
  PORTAL_URL ??
  `${WEBHOOKS_PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${HOST}:${WEBHOOKS_PORT}`}/portal`

/** Whose pages may frame the portal: the product's own, and those that are configured. */
const framesOf = ({ APP_URL, HOST, PORT, PORTAL_FRAME_ANCESTORS }: Config) => [
  new URL(APP_URL ?? `http://${HOST}:${PORT}`).origin,
  ...PORTAL_FRAME_ANCESTORS,
]

/** What may be reached besides public addresses; the demo needs its own receiver. */
const allowedSubnets = (config: Config) =>
  config.demo && config.EGRESS_ALLOW_SUBNETS.length === 0
    ? ['127.0.0.1/32']
    : config.EGRESS_ALLOW_SUBNETS
