import type { webhooks as contract, webhooksInternal } from '@countersign/contracts/webhooks'
import type { Handlers } from '@countersign/kit/serve'
import type { Core } from '../core.ts'
import { application } from './application/index.ts'
import { messageAttempt, messageResend, messageTest } from './attempt/index.ts'
import { authentication, dashboard } from './authentication/index.ts'
import { backgroundTask } from './background-task/index.ts'
import { bind } from './bind.ts'
import { endpoint, endpointHeaders, endpointSecret, endpointTasks } from './endpoint/index.ts'
import { environment } from './environment/index.ts'
import {
  endpointExample,
  eventType,
  eventTypeExample,
  eventTypeImport,
} from './event-type/index.ts'
import type { Caller } from './gate.ts'
import { integration } from './integration/index.ts'
import { message, messageBroadcast, messageUpkeep } from './message/index.ts'
import { operationalWebhookEndpoint } from './operational/index.ts'
import { endpointOrdering, messageOrdering } from './ordering/index.ts'
import { messagePoller, pollerToken, pollingEndpoint } from './poller/index.ts'
import { portal } from './portal/index.ts'
import { messageScheduled } from './scheduled/index.ts'
import { applicationStats, endpointStats, statistics } from './statistics/index.ts'
import { endpointTransformation, transformationTemplate } from './transformation/index.ts'

/** The functions behind the operations for the product itself. */
export const internalHandlersOf = (core: Core): Handlers<typeof webhooksInternal, Caller> => ({
  dashboard: bind(core, dashboard),
})

/** The functions behind every operation, put together as the contract is. */
export const handlersOf = (core: Core): Handlers<typeof contract, Caller> => ({
  health: { get: () => undefined },
  application: bind(core, { ...application, ...applicationStats }),
  authentication: bind(core, { ...authentication, ...pollerToken }),
  backgroundTask: bind(core, backgroundTask),
  endpoint: bind(core, {
    ...endpoint,
    ...endpointHeaders,
    ...endpointSecret,
    ...endpointTasks,
    ...endpointExample,
    ...endpointOrdering,
    ...endpointStats,
    ...endpointTransformation,
  }),
  environment: bind(core, environment),
  eventType: bind(core, { ...eventType, ...eventTypeExample, ...eventTypeImport }),
  integration: bind(core, integration),
  message: bind(core, {
    ...message,
    ...messageBroadcast,
    ...messageUpkeep,
    ...messageScheduled,
    ...messageTest,
  }),
  messageAttempt: bind(core, { ...messageAttempt, ...messageResend, ...messageOrdering }),
  messagePoller: bind(core, messagePoller),
  operationalWebhookEndpoint: bind(core, operationalWebhookEndpoint),
  pollingEndpoint: bind(core, pollingEndpoint),
  portal: bind(core, portal),
  statistics: bind(core, statistics),
  transformationTemplate: bind(core, transformationTemplate),
})
