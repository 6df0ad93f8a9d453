import type { webhooks as contract, webhooksInternal } from '@countersign/contracts/webhooks'
import type { Egress } from '@countersign/kit/egress'
import { recent } from '@countersign/kit/recent'
import type { Gate, Handlers, Middleware } from '@countersign/kit/serve'
import { tokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import type { Vault } from '@countersign/kit/vault'
import {
  type Caller,
  handlersOf,
  idempotency,
  internalHandlersOf,
  type Known,
  limitTokenAttempts,
  webhookGate,
} from './api/index.ts'
import type { Core, Deliveries } from './core.ts'
import type { SignatureKind } from './endpoint-secret.ts'
import { type QuotaLimits, quotas } from './quotas.ts'
import type { WebhooksDatabase } from './tables.ts'
import { apiKeys, type Tokens, tokens } from './token/index.ts'

export type { Caller, Known } from './api/index.ts'
export { webhooksDocument } from './api-document.ts'
export type { Deliveries } from './core.ts'
export {
  type EngineSettings,
  startEngine,
} from './engine/index.ts'
export { notOffered } from './not-offered.rules.ts'
export type { QuotaLimits } from './quotas.ts'
export { rewrapSecrets } from './rewrap.ts'
export type { DB as WebhooksTables } from './tables.gen.ts'
export { startTasks } from './task/index.ts'
export type { Tokens } from './token/index.ts'
export { type ApiKeys, apiKeys, keyScopes } from './token/index.ts'
export { refineWebhookFailure, webhookErrors } from './webhook-errors.ts'

/** What this context needs of the world. */
export type WebhooksDeps = {
  /** Connected as countersign_app. */
  readonly database: WebhooksDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  /** The delivery engine, or what stands for it where messages are not delivered. */
  readonly engine: Deliveries
  /** HS256 secret of the bearer tokens. */
  readonly jwtSecret: string
  /** Where the portal's pages are; `/login#key=…` follows it. */
  readonly portalUrl: string
  /**
   * Whether the portal's address carries `oneTimeToken`, to be exchanged within a minute, instead of
   * `token` itself. Not by default: the portal must know how.
   */
  readonly oneTimeLinks?: boolean
  /** Refuses endpoints without TLS. */
  readonly httpsOnly: boolean
  /** How long an endpoint may fail before the engine disables it, in milliseconds; five days. */
  readonly disableAfterMs?: number
  /** The engine’s waits between attempts, and how long an endpoint has to answer, in milliseconds. */
  readonly retryScheduleMs?: readonly number[]
  readonly timeoutMs?: number
  /** The guard's rules for URLs that are stored. */
  readonly checkUrl: Egress['check']
  /** Whether listeners are told of endpoints that change; they are by default. */
  readonly operational?: boolean
  /** How the secrets sign that we generate. */
  readonly signature: SignatureKind
  /** What an application may have and do; without limits when absent. */
  readonly quotas?: QuotaLimits
  /** A document to import that takes longer to read is hostile, or too large for a request; 8 s. */
  readonly specMs?: number
}

/** The webhook service's API. */
export type Webhooks = {
  readonly handlers: Handlers<typeof contract, Caller>
  readonly gate: Gate<Known, Caller>
  /** For the product of the same deployment alone. */
  readonly internal: Handlers<typeof webhooksInternal, Caller>
  /** Answers calls of one idempotency key once, and counts guesses. */
  readonly around: Middleware<Caller>
  /** Makes tokens for callers in the same house. */
  readonly tokens: Tokens
}

/** How long an answer may be out of date that another process has changed. */
const staleMs = 1000

/** Applications, endpoints, event types, messages and what became of them. */
export function webhooks({
  jwtSecret,
  portalUrl,
  oneTimeLinks = false,
  operational = true,
  specMs = 8_000,
  disableAfterMs = 432_000_000,
  retryScheduleMs = [],
  timeoutMs = 15_000,
  quotas: limits,
  ...deps
}: WebhooksDeps): Webhooks {
  const core: Core = {
    ...deps,
    oneTimeLinks,
    operational,
    specMs,
    disableAfterMs,
    retryScheduleMs,
    timeoutMs,
    portalUrl: portalUrl.replace(/\/+$/, ''),
    tokens: tokens({ secret: jwtSecret, clock: deps.clock }),
    keys: apiKeys({ database: deps.database, secret: jwtSecret, clock: deps.clock }),
    tokenAttemptLimiter: tokenAttemptLimiter(deps.clock),
    quotas: quotas(limits, deps.clock),
    applications: recent({ ms: staleMs }),
    archived: recent({ ms: staleMs }),
  }
  return {
    handlers: handlersOf(core),
    gate: webhookGate(core),
    internal: internalHandlersOf(core),
    around: limitTokenAttempts(core.tokenAttemptLimiter, idempotency(core)),
    tokens: core.tokens,
  }
}
