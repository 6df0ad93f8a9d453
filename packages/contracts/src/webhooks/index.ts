import type { Contract } from '../operation.ts'
import { application } from './application.ts'
import { authentication } from './authentication.ts'
import { backgroundTask, endpointTasks } from './background-task.ts'
import { endpoint } from './endpoint.ts'
import { endpointExample } from './endpoint-example.ts'
import { environment } from './environment.ts'
import { eventType } from './event-type.ts'
import { integration } from './integration.ts'
import { message } from './message.ts'
import { messageAttempt } from './message-attempt.ts'
import { messageBroadcast } from './message-broadcast.ts'
import { messageContent } from './message-content.ts'
import { messageScheduled } from './message-scheduled.ts'
import { messageTest } from './message-test.ts'
import { operationalEndpoint } from './operational-endpoint.ts'
import { messagePoller, pollerToken, pollingEndpoint } from './poller.ts'
import { portal } from './portal.ts'
import { applicationStats, statistics } from './statistics.ts'
import { transformationTemplate } from './transformation-template.ts'

export * from './application.ts'
export {
  Capabilities,
  type Capability,
  capabilities,
  portalTokenSeconds,
  SessionId,
} from './authentication.ts'
export * from './background-task.ts'
export { dashboardTokenSeconds, webhooksInternal } from './dashboard.ts'
export * from './endpoint.ts'
export * from './endpoint-example.ts'
export * from './endpoint-ordering.ts'
export * from './endpoint-settings.ts'
export * from './environment.ts'
export * from './event-type.ts'
export * from './integration.ts'
export * from './message.ts'
export * from './message-attempt.ts'
export * from './message-broadcast.ts'
export * from './operational.ts'
export { PollerOut } from './poller.ts'
export { EndpointTask, FailingEndpoint, PortalSession } from './portal.ts'
export * from './raw-payload.ts'
export * from './statistics.ts'
export * from './transformation.ts'
export * from './transformation-template.ts'
export { EventTypeName, type MessageStatus, type Ordering } from './values.ts'

/** The webhook-delivery service. Base path `/api/v1`. */
export const webhooks = {
  health: {
    get: {
      method: 'GET',
      path: '/health',
      summary: 'Check that the service is up',
      access: 'anyone',
      returns: { 204: null },
    },
  },
  application: { ...application, ...applicationStats },
  authentication: { ...authentication, ...pollerToken },
  backgroundTask,
  endpoint: { ...endpoint, ...endpointTasks, ...endpointExample },
  environment,
  eventType,
  integration,
  message: {
    ...message,
    ...messageBroadcast,
    ...messageContent,
    ...messageScheduled,
    ...messageTest,
  },
  messageAttempt,
  messagePoller,
  operationalWebhookEndpoint: operationalEndpoint,
  pollingEndpoint,
  portal,
  statistics,
  transformationTemplate,
} as const satisfies Contract
