import type { webhooks as contract, webhooksInternal } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Handlers } from '@countersign/kit/serve'
import type { Core } from '../core.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  patchApplication,
  removeApplication,
  replaceApplication,
} from './application/index.ts'
import {
  expungeAttempt,
  getAttempt,
  getAttemptHeaders,
  listAttemptedDestinations,
  listAttemptedMessages,
  listByEndpoint,
  listByMsg,
  resendMessage,
  testAttempt,
} from './attempt/index.ts'
import {
  exchangeOneTimeToken,
  expireAll,
  issueDashboardToken,
  logout,
  openDashboard,
  openPortal,
  whoAmI,
} from './authentication/index.ts'
import { getTask, listTasks } from './background-task/index.ts'
import {
  bulkReplay,
  createEndpoint,
  getEndpoint,
  getEndpointHeaders,
  getEndpointSecret,
  listEndpoints,
  patchEndpoint,
  patchEndpointHeaders,
  recoverFailed,
  removeEndpoint,
  replaceEndpoint,
  replaceEndpointHeaders,
  replayMissing,
  rotateEndpointSecret,
} from './endpoint/index.ts'
import { exportEnvironment, getSettings, importEnvironment } from './environment/index.ts'
import {
  createEventType,
  generateExample,
  getEventType,
  importOpenapi,
  listEventTypes,
  patchEventType,
  removeEventType,
  replaceEventType,
  sendExample,
} from './event-type/index.ts'
import {
  applicationIn,
  type Caller,
  type InApplication,
  type InOrganisation,
  organisationOf,
} from './gate.ts'
import * as integration from './integration/index.ts'
import { findListener, listOperational, makeListener } from './listener.ts'
import {
  broadcastMessage,
  bulkExpunge,
  createMessage,
  expungeAll,
  expungeMessage,
  getMessage,
  getRawPayload,
  listMessages,
  precheckMessage,
} from './message/index.ts'
import { listHeldKeys, skipMessage } from './ordering/index.ts'
import * as poller from './poller/index.ts'
import * as portal from './portal/index.ts'
import * as scheduled from './scheduled/index.ts'
import {
  aggregateEventTypes,
  aggregateUsage,
  getAppAttempts,
  getApplicationStats,
  getEndpointAttempts,
  getEndpointStats,
  listUsageStats,
} from './statistics/index.ts'
import {
  createTemplate,
  getTemplate,
  getTransformation,
  listTemplates,
  patchTemplate,
  patchTransformation,
  removeTemplate,
  replaceTemplate,
  simulateTemplate,
  simulateTransformation,
} from './transformation/index.ts'

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

/** A handler that gets the core and proof of what listens for its organisation. */
const inListener =
  (core: Core, listenerOf: (core: Core, at: InOrganisation) => ReturnType<typeof findListener>) =>
  <I, O>(work: (core: Core, at: InApplication, input: I) => Promise<O>) =>
  async (caller: Caller, input: I): Promise<O> => {
    const own = coreOf(core, caller)
    const listener = await listenerOf(own, organisationOf(caller))
    if (!listener) throw fail('not_found', 'Entity not found')
    return work(own, listener, input)
  }

/** The core on the database of this call. */
const coreOf = (core: Core, caller: Caller): Core =>
  caller?.database ? { ...core, database: caller.database } : core

/** The functions behind the operations for the product itself. */
export const internalHandlersOf = (core: Core): Handlers<typeof webhooksInternal, Caller> => ({
  dashboard: { token: inApplication(core)(issueDashboardToken) },
})

/** The functions behind every operation. */
export function handlersOf(core: Core): Handlers<typeof contract, Caller> {
  const organisation = inOrganisation(core)
  const application = inApplication(core)
  /** What changes an application makes the remembered ones worthless. */
  const changing =
    <I, O>(work: (caller: Caller, input: I) => Promise<O>) =>
    (caller: Caller, input: I): Promise<O> =>
      work(caller, input).finally(core.applications.clear)
  /** On the organisation’s listener; `starting` makes it where there is none. */
  const listening = inListener(core, findListener)
  const starting = inListener(core, makeListener)
  return {
    health: { get: () => undefined },
    application: {
      list: organisation(listApplications),
      create: changing(organisation(createApplication)),
      get: application((_, at) => getApplication(at)),
      update: changing(organisation(replaceApplication)),
      patch: changing(application(patchApplication)),
      delete: changing(application(removeApplication)),
      getStats: application(getApplicationStats),
      getUsageStats: organisation(listUsageStats),
    },
    authentication: {
      appPortalAccess: changing(organisation(openPortal)),
      dashboardAccess: application(openDashboard),
      expireAll: application(expireAll),
      logout: application(logout),
      whoami: organisation(whoAmI),
      getPollerToken: application(poller.getPollerToken),
      rotatePollerToken: application(poller.rotatePollerToken),
      exchangeOneTimeToken: (_, input) => exchangeOneTimeToken(core, input),
    },
    backgroundTask: { list: organisation(listTasks), get: organisation(getTask) },
    endpoint: {
      sendExample: application(sendExample),
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
      recover: application(recoverFailed),
      replay: application(replayMissing),
      bulkReplay: application(bulkReplay),
      listHeldKeys: application(listHeldKeys),
      getTransformation: application(getTransformation),
      patchTransformation: application(patchTransformation),
      simulateTransformation: application(simulateTransformation),
    },
    environment: {
      export: organisation(exportEnvironment),
      import: organisation(importEnvironment),
      getSettings: organisation(getSettings),
    },
    integration: {
      list: application(integration.listIntegrations),
      create: application(integration.createIntegration),
      get: application(integration.getIntegration),
      update: application(integration.changeIntegration),
      delete: application(integration.removeIntegration),
      getKey: application(integration.getIntegrationKey),
      rotateKey: application(integration.rotateIntegrationKey),
    },
    operationalWebhookEndpoint: {
      list: organisation(listOperational),
      create: starting(createEndpoint),
      get: listening(getEndpoint),
      update: starting(replaceEndpoint),
      delete: listening(removeEndpoint),
      getSecret: listening(getEndpointSecret),
      rotateSecret: listening(rotateEndpointSecret),
      getHeaders: listening(getEndpointHeaders),
      updateHeaders: listening(replaceEndpointHeaders),
    },
    messagePoller: {
      poll: application(poller.poll),
      consumerPoll: application(poller.pollAsConsumer),
      consumerSeek: application(poller.seekAsConsumer),
    },
    pollingEndpoint: {
      list: application(poller.listPollers),
      create: application(poller.createPoller),
      get: application(poller.getPoller),
      delete: application(poller.removePoller),
    },
    portal: {
      session: application(portal.getPortalSession),
      failing: application(portal.listFailing),
      tasks: application(portal.listEndpointTasks),
      missing: application(portal.countMissingMessages),
    },
    statistics: {
      appAttempts: application(getAppAttempts),
      endpointAttempts: application(getEndpointAttempts),
      aggregateAppStats: organisation(aggregateUsage),
      aggregateEventTypes: organisation(aggregateEventTypes),
    },
    eventType: {
      importOpenapi: organisation(importOpenapi),
      generateExample: organisation(generateExample),
      list: organisation(listEventTypes),
      create: organisation(createEventType),
      get: organisation(getEventType),
      update: organisation(replaceEventType),
      patch: organisation(patchEventType),
      delete: organisation(removeEventType),
    },
    message: {
      testAttempt: application(testAttempt),
      list: application(listMessages),
      create: organisation(createMessage),
      get: application(getMessage),
      getRawPayload: application(getRawPayload),
      expungeContent: application(expungeMessage),
      precheck: application(precheckMessage),
      listScheduled: application(scheduled.listScheduled),
      sendNow: application(scheduled.sendNow),
      cancel: application(scheduled.cancelMessage),
      bulkExpungeContent: application(bulkExpunge),
      expungeAllContents: application(expungeAll),
      broadcast: organisation(broadcastMessage),
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
      skip: application(skipMessage),
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
