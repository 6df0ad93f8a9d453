import type { webhooks as contract } from '@countersign/contracts/webhooks'
import type { Around, Gate, Handlers } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import { apiKeys } from './api-key.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  patchApplication,
  removeApplication,
  replaceApplication,
} from './application.operations.ts'
import {
  expungeAttempt,
  getAttempt,
  getAttemptHeaders,
  listAttemptedDestinations,
  listAttemptedMessages,
  listByEndpoint,
  listByMsg,
  resendMessage,
} from './attempt.operations.ts'
import { exchangeOneTimeToken, expireAll, logout, openPortal } from './authentication.operations.ts'
import type { Core, Deliveries } from './core.ts'
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  patchEndpoint,
  removeEndpoint,
  replaceEndpoint,
} from './endpoint.operations.ts'
import {
  getEndpointHeaders,
  patchEndpointHeaders,
  replaceEndpointHeaders,
} from './endpoint-headers.operations.ts'
import { getEndpointSecret, rotateEndpointSecret } from './endpoint-secret.operations.ts'
import type { SignatureKind } from './endpoint-secret.ts'
import { getEndpointStats } from './endpoint-stats.operations.ts'
import {
  createEventType,
  getEventType,
  listEventTypes,
  patchEventType,
  removeEventType,
  replaceEventType,
} from './event-type.operations.ts'
import {
  applicationIn,
  type Caller,
  type InApplication,
  type InOrganisation,
  type Known,
  organisationOf,
  webhookGate,
} from './gate.ts'
import { countingGuesses, guesses } from './guesses.ts'
import { idempotency } from './idempotency.ts'
import {
  createMessage,
  expungeMessage,
  getMessage,
  getRawPayload,
  listMessages,
} from './message.operations.ts'
import { recent } from './recent.ts'
import type { WebhooksDatabase } from './tables.ts'
import { type Tokens, tokens } from './token.ts'
import {
  getTransformation,
  patchTransformation,
  simulateTransformation,
} from './transformation.operations.ts'
import {
  createTemplate,
  getTemplate,
  listTemplates,
  patchTemplate,
  removeTemplate,
  replaceTemplate,
  simulateTemplate,
} from './transformation-template.operations.ts'

export type { Deliveries } from './core.ts'
export * from './engine.ts'
export { type ApiKeys, apiKeys } from './api-key.ts'
export { keyScopes } from './api-key.rules.ts'
export type { Caller, Known } from './gate.ts'
export type { DB as WebhooksTables } from './tables.gen.ts'
export type { Tokens } from './token.ts'
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
  /** How the secrets sign that we generate. */
  readonly signature: SignatureKind
}

/** The webhook service's API. */
export type Webhooks = {
  readonly handlers: Handlers<typeof contract, Caller>
  readonly gate: Gate<Known, Caller>
  /** Answers calls of one idempotency key once, and counts guesses. */
  readonly around: Around<Caller>
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
  ...deps
}: WebhooksDeps): Webhooks {
  const core: Core = {
    ...deps,
    oneTimeLinks,
    portalUrl: portalUrl.replace(/\/+$/, ''),
    tokens: tokens({ secret: jwtSecret, clock: deps.clock }),
    keys: apiKeys({ database: deps.database, secret: jwtSecret, clock: deps.clock }),
    guesses: guesses(deps.clock),
    applications: recent({ ms: staleMs }),
    archived: recent({ ms: staleMs }),
  }
  return {
    handlers: handlersOf(core),
    gate: webhookGate(core),
    around: countingGuesses(core.guesses, idempotency(core)),
    tokens: core.tokens,
  }
}

/** A handler that gets the core and proof of its organisation. */
const inOrganisation =
  (core: Core) =>
  <I, O>(work: (core: Core, at: InOrganisation, input: I) => O) =>
  (caller: Caller, input: I): O =>
    work(coreOf(core, caller), organisationOf(caller), input)

/** A handler that gets the core and proof of its application. */
const inApplication =
  (core: Core) =>
  <I, O>(work: (core: Core, at: InApplication, input: I) => O) =>
  (caller: Caller, input: I): O =>
    work(coreOf(core, caller), applicationIn(caller), input)

/** The core on the database of this call. */
const coreOf = (core: Core, caller: Caller): Core =>
  caller?.database ? { ...core, database: caller.database } : core

function handlersOf(core: Core): Handlers<typeof contract, Caller> {
  const organisation = inOrganisation(core)
  const application = inApplication(core)
  /** What changes an application makes the remembered ones worthless. */
  const changing =
    <I, O>(work: (caller: Caller, input: I) => Promise<O>) =>
    (caller: Caller, input: I): Promise<O> =>
      work(caller, input).finally(core.applications.clear)
  return {
    health: { get: () => undefined },
    application: {
      list: organisation(listApplications),
      create: changing(organisation(createApplication)),
      get: application((_, at) => getApplication(at)),
      update: changing(organisation(replaceApplication)),
      patch: changing(application(patchApplication)),
      delete: changing(application(removeApplication)),
    },
    authentication: {
      appPortalAccess: (caller, { body }) =>
        openPortal(core, applicationIn(caller), body.featureFlags),
      dashboardAccess: (caller) => openPortal(core, applicationIn(caller)),
      expireAll: application(expireAll),
      logout: application(logout),
      exchangeOneTimeToken: (_, input) => exchangeOneTimeToken(core, input),
    },
    endpoint: {
      list: application(listEndpoints),
      create: application(createEndpoint),
      get: application(getEndpoint),
      update: application(replaceEndpoint),
      patch: application(patchEndpoint),
      delete: application(removeEndpoint),
      getSecret: application(getEndpointSecret),
      rotateSecret: application(rotateEndpointSecret),
      getHeaders: application(getEndpointHeaders),
      updateHeaders: application(replaceEndpointHeaders),
      patchHeaders: application(patchEndpointHeaders),
      getStats: application(getEndpointStats),
      getTransformation: application(getTransformation),
      patchTransformation: application(patchTransformation),
      simulateTransformation: application(simulateTransformation),
    },
    eventType: {
      list: organisation(listEventTypes),
      create: organisation(createEventType),
      get: organisation(getEventType),
      update: organisation(replaceEventType),
      patch: organisation(patchEventType),
      delete: organisation(removeEventType),
    },
    message: {
      list: application(listMessages),
      create: organisation(createMessage),
      get: application(getMessage),
      getRawPayload: application(getRawPayload),
      expungeContent: application(expungeMessage),
    },
    messageAttempt: {
      listByEndpoint: application(listByEndpoint),
      listByMsg: application(listByMsg),
      listAttemptedMessages: application(listAttemptedMessages),
      listAttemptedDestinations: application(listAttemptedDestinations),
      get: application(getAttempt),
      getHeaders: application(getAttemptHeaders),
      expungeContent: application(expungeAttempt),
      resend: application(resendMessage),
      listByMsgDeprecated: application(listByMsg),
      listByEndpointDeprecated: application(listByMsg),
    },
    transformationTemplate: {
      list: organisation(listTemplates),
      create: organisation(createTemplate),
      simulate: organisation(simulateTemplate),
      get: organisation(getTemplate),
      update: organisation(replaceTemplate),
      patch: organisation(patchTemplate),
      delete: organisation(removeTemplate),
    },
  }
}
